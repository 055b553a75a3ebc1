/**
 * Describes an extension for `open(dir, { extensions: [...] })`; CREATE EXTENSION then makes it in a database.
 * @param {ExtensionDefinition} definition
 * @returns {Readonly<ExtensionDefinition>}
 * @throws 22023 what is wrong with it, by its name
 */
export function defineExtension(definition: ExtensionDefinition): Readonly<ExtensionDefinition>;
/**
 * A value as programs have it: of SQL's types, or what the `parse` of a type of theirs makes.
 */
export type Datum = any;
export type KeyPart = number | string | Uint8Array;
export type ExtensionType<Value = unknown> = {
    /**
     * a value of its text; what it throws is 22P02 with its message
     */
    parse: (text: string) => Value;
    format: (value: Value) => string;
    /**
     * below 0, 0, above 0. With it (and `key`) come the operators < <=
     * = >= > <> and the default operator classes for btree and hash
     */
    compare?: ((a: Value, b: Value) => number) | undefined;
    /**
     * what sorts as `compare` does: index entries are made of it
     */
    key?: ((value: Value) => KeyPart | KeyPart[]) | undefined;
    /**
     * stored form; the text unless said
     */
    encode?: ((value: Value) => Uint8Array) | undefined;
    decode?: ((bytes: Uint8Array) => Value) | undefined;
};
export type ExtensionFunction = {
    /**
     * types, as SQL names them
     */
    args: string[];
    returns: string;
    volatility?: "immutable" | "stable" | "volatile" | undefined;
    /**
     * not called, and null, when an argument is null
     */
    strict?: boolean | undefined;
    /**
     * values of the extension's own types are what their `parse` made;
     * booleans, integers, floats and texts are JavaScript's; arrays are arrays; everything else is its text
     */
    call: (...args: Datum[]) => Datum;
};
export type ExtensionOperator = {
    name: string;
    /**
     * none: a prefix operator
     */
    left?: string | undefined;
    right: string;
    /**
     * name of one of the extension's
     */
    function: string;
    commutator?: string | undefined;
    negator?: string | undefined;
};
export type ExtensionDefinition = {
    /**
     * as CREATE EXTENSION says it
     */
    name: string;
    version: string;
    comment?: string | undefined;
    /**
     * other extensions
     */
    requires?: string[] | undefined;
    /**
     * ALTER EXTENSION … SET SCHEMA may move it
     */
    relocatable?: boolean | undefined;
    types?: Record<string, ExtensionType<any>> | undefined;
    functions?: Record<string, ExtensionFunction> | undefined;
    operators?: ExtensionOperator[] | undefined;
    /**
     * further SQL: aggregates, casts, operator classes, views
     */
    script?: string | undefined;
    /**
     * SQL by the versions it leads from and to: `'1.0--1.1'`
     */
    updates?: Record<string, string> | undefined;
};
