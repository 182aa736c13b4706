/** How many values of a mask are not 0, of all or from one up to, not including, another. */
export function countMarked(mask: Uint8Array, from = 0, to = mask.length): number {
  let count = 0
  for (let at = from; at < to; at += 1) if (mask[at] !== 0) count += 1
  return count
}
