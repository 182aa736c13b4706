const noWords = new Uint32Array(0)

/** How many values of a mask are not 0, of all or from one up to, not including, another. */
export function countMarked(mask: Uint8Array, from = 0, to = mask.length): number {
  let count = 0
  let at = from
  while (at < to && (mask.byteOffset + at) % 4 !== 0) if (mask[at++] !== 0) count += 1
  // Of most masks little is marked: four that are not are seen at once.
  const words = to - at < 4 ? noWords : new Uint32Array(mask.buffer, mask.byteOffset + at, (to - at) >> 2)
  for (let word = 0; word < words.length; word += 1, at += 4) {
    const four = words[word] as number
    if (four === 0) continue
    if ((four & 0xff) !== 0) count += 1
    if ((four & 0xff00) !== 0) count += 1
    if ((four & 0xff0000) !== 0) count += 1
    if (four >>> 24 !== 0) count += 1
  }
  while (at < to) if (mask[at++] !== 0) count += 1
  return count
}
