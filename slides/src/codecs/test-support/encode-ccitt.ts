import { blackRuns, endOfLine, modeCodes, modes, whiteRuns } from '../ccitt-codes.ts'

export interface CcittOptions {
  readonly coding: 'rle' | 'group3' | 'group3-2d' | 'group4'
  /** Group 3: whether rows are preceded by end-of-line codes; these end with a byte where they are filled. */
  readonly eol?: 'plain' | 'filled' | 'none' | undefined
  /** The codes that end the image. */
  readonly end?: boolean
}

/** One value a pixel, row by row: 1 is black. */
export function encodeCcitt(
  pixels: ArrayLike<number>,
  width: number,
  height: number,
  { coding, eol = 'plain', end = true }: CcittOptions,
): Uint8Array {
  let bits = ''
  let above: number[] = []
  const twoDimensional = coding === 'group3-2d'
  for (let row = 0; row < height; row++) {
    const changes = changesOf(pixels, row * width, width)
    const fromAbove = coding === 'group4' || (twoDimensional && row % 4 !== 0)
    if (coding === 'rle') bits = align(bits, 8)
    else if (coding !== 'group4' && eol !== 'none') {
      if (eol === 'filled') bits = `${align(`${bits}${endOfLine}`, 8).slice(0, -12)}${endOfLine}`
      else bits += endOfLine
      if (twoDimensional) bits += fromAbove ? '0' : '1'
    }
    bits += fromAbove ? codesFromAbove(changes, above, width) : runsOf(changes, width)
    above = changes
  }
  if (end && coding === 'group4') bits += endOfLine.repeat(2)
  if (end && coding.startsWith('group3')) bits += `${endOfLine}${twoDimensional ? '1' : ''}`.repeat(6)
  return packed(bits)
}

const align = (bits: string, to: number): string => bits.padEnd(Math.ceil(bits.length / to) * to, '0')

export const packed = (bits: string): Uint8Array =>
  Uint8Array.from(align(bits, 8).match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))

function changesOf(pixels: ArrayLike<number>, start: number, width: number): number[] {
  const changes: number[] = []
  let last = 0
  for (let column = 0; column < width; column++) {
    const value = pixels[start + column] as number
    if (value !== last) changes.push(column)
    last = value
  }
  return changes
}

function runsOf(changes: readonly number[], width: number): string {
  let codes = ''
  let column = 0
  for (const [index, change] of [...changes, width].entries()) {
    codes += runCode(change - column, index % 2 === 1)
    column = change
  }
  return codes
}

function runCode(length: number, isBlack: boolean): string {
  const table = isBlack ? blackRuns : whiteRuns
  let codes = ''
  let rest = length
  for (; rest >= 2560 + 64; rest -= 2560) codes += table.get(2560)
  if (rest >= 64) codes += table.get(rest - (rest % 64))
  return codes + table.get(rest % 64)
}

/** By the steps of ITU-T T.4, 4.2.1.3. */
function codesFromAbove(changes: readonly number[], above: readonly number[], width: number): string {
  let codes = ''
  let column = -1
  let isBlack = false
  const nextOf = (list: readonly number[], parity: number) => {
    const index = list.findIndex((change, at) => change > column && at % 2 === parity)
    return index < 0 ? [width, width] : [list[index] ?? width, list[index + 1] ?? width]
  }
  while (column < width) {
    const [a1 = width, a2 = width] = nextOf(changes, isBlack ? 1 : 0)
    const [b1 = width, b2 = width] = nextOf(above, isBlack ? 1 : 0)
    if (b2 < a1) {
      codes += modeCodes.get(modes.pass)
      column = b2
    } else if (Math.abs(a1 - b1) <= 3) {
      codes += modeCodes.get(a1 - b1)
      column = a1
      isBlack = !isBlack
    } else {
      codes += modeCodes.get(modes.horizontal)
      codes += runCode(a1 - Math.max(column, 0), isBlack) + runCode(a2 - a1, !isBlack)
      column = a2
    }
  }
  return codes
}
