/**
 * Table lock modes, as PostgreSQL numbers them. A file of its own, so that tables of constants can be made of them at
 * load.
 */
export const ACCESS_SHARE = 1
export const ROW_SHARE = 2
export const ROW_EXCLUSIVE = 3
export const SHARE_UPDATE_EXCLUSIVE = 4
export const SHARE = 5
export const SHARE_ROW_EXCLUSIVE = 6
export const EXCLUSIVE = 7
export const ACCESS_EXCLUSIVE = 8
