/** The part of the package that has no types: what makes instances of its WebAssembly. */
declare module 'libpg-query/wasm/libpg-query.js' {
  const libpgQuery: (options: object) => Promise<any>
  export default libpgQuery
}
