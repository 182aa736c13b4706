/** A small picture of one thing: 1 where it is. Its outermost pixels are 0. The next thing takes the place of the last. */
export interface Stamp {
  width: number
  height: number
  /** Row by row; longer than what is used of it. */
  readonly data: Uint8Array
}

/**
 * Leaves the largest part of what is 1 in a stamp and is connected by the sides of pixels; of parts alike the first.
 * Gives its first pixel by rows, −1 where there is nothing. `stack` has room for every pixel.
 */
export function keepLargestPart(stamp: Stamp, stack: Int32Array): number {
  const { data } = stamp
  const pixels = stamp.width * stamp.height
  let [largest, first, parts] = [0, -1, 0]
  for (let at = 0; at < pixels; at += 1) {
    if (data[at] !== 1) continue
    const area = flood(stamp, at, 1, 2, stack)
    parts += 1
    if (area <= largest) continue
    largest = area
    first = at
  }
  if (parts > 1) flood(stamp, first, 2, 3, stack)
  const kept = parts > 1 ? 3 : 2
  for (let at = 0; at < pixels; at += 1) data[at] = data[at] === kept ? 1 : 0
  return first
}

/** Fills what can't be reached from outside. */
export function fillHoles(stamp: Stamp, stack: Int32Array): void {
  const { data } = stamp
  flood(stamp, 0, 0, 4, stack)
  for (let at = 0, end = stamp.width * stamp.height; at < end; at += 1) data[at] = data[at] === 4 ? 0 : 1
}

/** Changes the value of a pixel and of all like it that are connected with it; gives how many. */
function flood(
  { width, height, data }: Stamp,
  from: number,
  value: number,
  becomes: number,
  stack: Int32Array,
): number {
  const pixels = width * height
  let waiting = 1
  let count = 0
  stack[0] = from
  data[from] = becomes
  while (waiting > 0) {
    const at = stack[--waiting] as number
    count += 1
    // A step over the end of a row leads to the outermost pixels of the other side, which are all alike.
    for (let n = 0; n < 4; n += 1) {
      const next = n === 0 ? at - 1 : n === 1 ? at + 1 : n === 2 ? at - width : at + width
      if (next < 0 || next >= pixels || data[next] !== value) continue
      data[next] = becomes
      stack[waiting++] = next
    }
  }
  return count
}
