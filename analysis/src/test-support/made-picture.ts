export interface MadePicture {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

type Color = readonly [red: number, green: number, blue: number]

export const glassColor: Color = [242, 242, 243]

/** Bare glass with a little noise. */
export function makeGlass(width: number, height: number, color: Color = glassColor): MadePicture {
  const rgb = new Uint8Array(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel += 1)
    for (let sample = 0; sample < 3; sample += 1)
      rgb[pixel * 3 + sample] = (color[sample] as number) + (hash(pixel, sample) % 3) - 1
  return { width, height, rgb }
}

/** Draws where `isInside`: pink ground with purple nuclei of about 6 µm at 1 µm a pixel. */
export function drawTissue(picture: MadePicture, isInside: (x: number, y: number) => boolean): MadePicture {
  const { width, height, rgb } = picture
  const ground: Color = [222, 170, 205]
  const nucleus: Color = [110, 70, 150]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (!isInside(x, y)) continue
      const amount = nuclearAmount(x, y)
      for (let sample = 0; sample < 3; sample += 1) {
        const [from, to] = [ground[sample] as number, nucleus[sample] as number]
        rgb[(y * width + x) * 3 + sample] = from + (to - from) * amount
      }
    }
  return picture
}

/** How much of a pixel lies in a nucleus, 0..1. One nucleus for each 14 µm square. */
function nuclearAmount(x: number, y: number): number {
  const spacing = 14
  const [column, row] = [Math.floor(x / spacing), Math.floor(y / spacing)]
  const chance = hash(column, row)
  const middleX = (column + 0.5) * spacing + (chance % 5) - 2
  const middleY = (row + 0.5) * spacing + ((chance >> 4) % 5) - 2
  const radius = 2.5 + ((chance >> 8) % 3) / 2
  const inside = radius - Math.hypot(x + 0.5 - middleX, y + 0.5 - middleY)
  return Math.max(0, Math.min(1, 0.5 + inside))
}

/** Blurs the rows from one to another: three box blurs, nearly a Gaussian of a standard deviation in pixels. */
export function blurRows(picture: MadePicture, from: number, to: number, sigma: number): MadePicture {
  const { width, rgb } = picture
  const radius = Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2))
  for (let pass = 0; pass < 3; pass += 1)
    for (let sample = 0; sample < 3; sample += 1) {
      for (let y = from; y < to; y += 1) blurLine(rgb, y * width * 3 + sample, 3, width, radius)
      for (let x = 0; x < width; x += 1)
        blurLine(rgb, (from * width + x) * 3 + sample, width * 3, to - from, radius)
    }
  return picture
}

function blurLine(values: Uint8Array, start: number, step: number, length: number, radius: number): void {
  const line = Float64Array.from({ length }, (_, index) => values[start + index * step] as number)
  const at = (index: number) => line[Math.max(0, Math.min(length - 1, index))] as number
  let sum = 0
  for (let index = -radius; index <= radius; index += 1) sum += at(index)
  for (let index = 0; index < length; index += 1) {
    values[start + index * step] = Math.round(sum / (2 * radius + 1))
    sum += at(index + radius + 1) - at(index - radius)
  }
}

/** Looks random but is always the same. */
export function hash(x: number, y: number): number {
  const mixed = Math.imul(Math.imul(x + 1, 73856093) ^ Math.imul(y + 1, 19349663), 0x9e3779b1)
  return (mixed ^ (mixed >>> 15)) >>> 0
}

/**
 * Draws an air bubble: light is bent away at its rim, in all colours alike, so that a share of it passes there.
 * Lengths in pixels.
 */
export function drawBubble(
  picture: MadePicture,
  bubble: { x: number; y: number; radius: number; rim: number; passes: number },
): MadePicture {
  const { width, height, rgb } = picture
  const { x, y, radius, rim, passes } = bubble
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const distance = Math.hypot(column + 0.5 - x, row + 0.5 - y)
      if (distance > radius) continue
      const share = distance > radius - rim ? passes : 0.97
      for (let at = (row * width + column) * 3, end = at + 3; at < end; at += 1)
        rgb[at] = Math.round((rgb[at] as number) * share)
    }
  return picture
}

/** Lays ink over what `isInside`: the share of red, green and blue that it lets through. */
export function drawInk(
  { width, height, rgb }: MadePicture,
  isInside: (x: number, y: number) => boolean,
  passes: Color,
): void {
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (!isInside(x, y)) continue
      for (let sample = 0; sample < 3; sample += 1) {
        const at = (y * width + x) * 3 + sample
        rgb[at] = Math.round((rgb[at] as number) * (passes[sample] as number))
      }
    }
}
