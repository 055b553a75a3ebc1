export { defineExtension } from "./extensions/definition.js";
