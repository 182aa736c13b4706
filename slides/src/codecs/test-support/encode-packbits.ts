/** PackBits, without regard to rows: runs of three and more are packed, the rest is copied. */
export function encodePackbits(bytes: Uint8Array): Uint8Array {
  const output: number[] = []
  let position = 0
  while (position < bytes.length) {
    const run = runAt(bytes, position)
    if (run >= 3) {
      output.push(257 - run, bytes[position] as number)
      position += run
      continue
    }
    const start = position
    while (position < bytes.length && position - start < 128 && runAt(bytes, position) < 3) position++
    output.push(position - start - 1, ...bytes.subarray(start, position))
  }
  return Uint8Array.from(output)
}

function runAt(bytes: Uint8Array, start: number): number {
  let end = start + 1
  while (end < bytes.length && end - start < 128 && bytes[end] === bytes[start]) end++
  return end - start
}
