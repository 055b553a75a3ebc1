/**
 * Shapes of what the grammar gives, for who reads it. They are those of @pgsql/types, but that every field is taken for
 * there: what stands at its default (false, 0, '', no list) is left out of a tree, so a reader asks for it (`?.`, `??`)
 * where it can be missing, which no type says. What the shapes do say is which fields there are, and what is in them.
 */

/** @typedef {import('@pgsql/types').Node} GrammarNode */
/**
 * @template U
 * @typedef {(U extends unknown ? (each: U) => void : never) extends ((all: infer I) => void) ? I : never} AllOf
 */

/**
 * A field of a tree.
 * @template T
 * @typedef {T extends GrammarNode ? ParseNode
 *   : T extends readonly (infer U)[] ? Tree<U>[]
 *   : T extends object ? { [K in keyof T]-?: Tree<Exclude<T[K], undefined>> }
 *   : T} Tree
 */

/**
 * A node with its tag: the one key that is there.
 * @typedef {{ [K in keyof AllOf<GrammarNode>]: Tree<AllOf<GrammarNode>[K]> }} ParseNode
 */

export {}
