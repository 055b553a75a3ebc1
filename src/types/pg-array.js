/** The value of every array type. */
export const DIMENSIONS_MAX = 6

export class PgArray {
  /**
   * @param {number} elementType
   * @param {number[]} dims [] for the empty array
   * @param {number[]} lowerBounds
   * @param {any[]} values flat, row-major
   */
  constructor(elementType, dims, lowerBounds, values) {
    this.elementType = elementType
    this.dims = dims
    this.lowerBounds = lowerBounds
    this.values = values
  }
}
