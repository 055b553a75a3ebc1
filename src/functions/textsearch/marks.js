/**
 * Characters that belong to a word without being letters: those without a width of their own, and vowel signs. As
 * PostgreSQL 15's parser has them in C.UTF-8, asked character by character.
 *
 * Stretches: distance from the end of the one before, and how many more there are, to the base of 36.
 */
const STRETCHES = `
lc 1w,2 15,7o 6,7c u,4p,3r 1,a 2,2c a,4h 8,a,r 1,k,18 2,1p 7,17 9,d 1,9 5,25,h,4 3,2w,h,1d 2,1o,7 3,3 1,3 3,30,
a,7,1c 3,1o,h 8,3c,1j,1k,d,4 7,2w,h,32 1,h,3h,b,36 5,2,30,e 4,24 1,s,2,2,5 1,1v 2,2 1,h,1a,35,2 1,mb 2,qd,4g 1,
k a,a,1a 2,2,8a 2,84 1,l a,1d e,3 a,4 1c,1h,g,13 8,1j 1,1n,29,49 2,2 c,2 6,5,7,4 1,5j 12,f a,k1 w,2db 2,3y,
iz 3,30 1,n9x 3,a 1,37 1,7p,12,48,s h,1m 2,12,2o,7g,2,1h,6v,g7n f,h f,r2,6b,1es,3 4,19 7,4m 1,v4 a,1e 3,5d,16,
f 2,1k 1,3d 1,1r,2e 3,2y,4z 1,29 1,16 e,5q,4,o,2s 1,70 1,3j,3c,38,7i 1,78,5,45 1,7,2b 1,j,29 1,bi,8,6w 2,2,3,4,
2 1,2a,fa1 4,1o 6,xa,f5l,3mr 1y,f5 2,i 7,3 6,v 3,45 2,1j0 1i,5 1d,9,f,n k,120,i 1,8,3,7f 6,ag,1q 3,15t 6,32 2,
2 2,gzhy 6n`

/** low, high, low, high … ascending @type {number[]} */
let ranges = []

/** @param {number} code */
export function isMark(code) {
  if (ranges.length === 0) ranges = read()
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges[middle] < code) low = middle + 1
    else high = middle
  }
  return low % 2 === 1 || ranges[low] === code
}

function read() {
  const found = []
  let end = 0
  for (const stretch of STRETCHES.replaceAll('\n', '').split(',')) {
    const [gap, more = 0] = stretch.split(' ').map((text) => parseInt(text, 36))
    const start = end + gap
    end = start + more
    found.push(start, end)
  }
  return found
}
