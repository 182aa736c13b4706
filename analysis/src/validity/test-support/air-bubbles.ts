import { hash } from '../../test-support/made-picture.ts'
import { blurred } from './blur.ts'
import { copyOf, type Picture } from './picture.ts'

/** An air bubble under the cover glass. Lengths in µm, from the upper left of the picture. */
export interface AirBubble {
  readonly x: number
  readonly y: number
  readonly radius: number
  /** Width of its dark rim. */
  readonly rim: number
  /** Share of the light that the rim takes where it is darkest. */
  readonly darkness: number
  /** Share of the way around on which there is hardly a rim. */
  readonly gap: number
  /** How far its outline strays from a circle, relative to its radius. */
  readonly wobble: number
  readonly seed: number
}

/** A straight edge of the cover glass through a point, dark along its line, dimmer beyond it. */
export interface GlassEdge {
  readonly x: number
  readonly y: number
  /** Across the edge, away from the glass, in radians. */
  readonly angle: number
  readonly width: number
  readonly darkness: number
}

export interface Spoiled {
  readonly picture: Picture
  /** 255 in bubbles and on edges. */
  readonly truth: Uint8Array
}

/** Tissue in air is seen through more surfaces: out of focus by so many µm, and with less contrast. */
const blurInside = 2
const hazeInside = 0.12
/** Light that the rim bends away arrives beside it. */
const gleam = 0.12
const beyondGlass = 0.94
const white = 245

const unit = (seed: number, salt: number) => hash(seed, salt) / 2 ** 32

/** A picture of so many µm a pixel as it is seen through air. */
export const throughAir = (picture: Picture, micrometres: number): Picture =>
  blurred(picture, blurInside / micrometres)

/** Puts bubbles into a picture of so many µm a pixel. */
export function withBubbles(
  picture: Picture,
  hazy: Picture,
  bubbles: readonly AirBubble[],
  micrometres: number,
): Spoiled {
  const { width, height } = picture
  const result = copyOf(picture)
  const truth = new Uint8Array(width * height)
  for (const bubble of bubbles) {
    const reach = (bubble.radius * (1 + bubble.wobble)) / micrometres + 1
    const [centreX, centreY] = [bubble.x / micrometres, bubble.y / micrometres]
    for (let y = Math.max(0, Math.floor(centreY - reach)); y < Math.min(height, centreY + reach); y += 1)
      for (let x = Math.max(0, Math.floor(centreX - reach)); x < Math.min(width, centreX + reach); x += 1) {
        const [dx, dy] = [(x + 0.5) * micrometres - bubble.x, (y + 0.5) * micrometres - bubble.y]
        const angle = Math.atan2(dy, dx)
        const depth = outlineAt(bubble, angle) - Math.hypot(dx, dy)
        if (depth < 0) continue
        const pixel = y * width + x
        truth[pixel] = 255
        const passes = lightThrough(bubble, depth, angle)
        for (let at = pixel * 3, end = at + 3; at < end; at += 1) {
          const value = hazy.rgb[at] as number
          result.rgb[at] = Math.min(255, Math.round((value + hazeInside * (white - value)) * passes))
        }
      }
  }
  return { picture: result, truth }
}

/** Distance of the outline from the centre in a direction: a circle that is pulled a little to two and three sides. */
function outlineAt({ radius, wobble, seed }: AirBubble, angle: number): number {
  const [two, three] = [2 * Math.PI * unit(seed, 1), 2 * Math.PI * unit(seed, 2)]
  return radius * (1 + wobble * (0.65 * Math.sin(2 * angle + two) + 0.35 * Math.sin(3 * angle + three)))
}

/** Dark all along the rim, more to one side than to the other, and a gleam just inside it. */
function lightThrough({ rim, darkness, gap, seed }: AirBubble, depth: number, angle: number): number {
  const turned = (angle / (2 * Math.PI) + 1 + unit(seed, 3)) % 1
  const strength = turned < gap ? 0.15 : 0.8 + 0.2 * Math.sin(angle + 2 * Math.PI * unit(seed, 4))
  if (depth < rim) return 1 - darkness * strength * Math.sqrt(Math.sin((Math.PI * depth) / rim))
  return depth < 1.7 * rim ? 1 + gleam * strength : 1
}

/** Lays an edge of the cover glass through a picture. */
export function withGlassEdge(picture: Picture, edge: GlassEdge, micrometres: number): Spoiled {
  const { width, height } = picture
  const result = copyOf(picture)
  const truth = new Uint8Array(width * height)
  const [cos, sin] = [Math.cos(edge.angle), Math.sin(edge.angle)]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const across = (x * micrometres - edge.x) * cos + (y * micrometres - edge.y) * sin
      const pixel = y * width + x
      const isOnLine = Math.abs(across) < edge.width / 2
      if (isOnLine) truth[pixel] = 255
      const onLine = isOnLine ? 1 - edge.darkness * Math.sqrt(Math.cos((Math.PI * across) / edge.width)) : 1
      const passes = onLine * (across > 0 ? beyondGlass : 1)
      for (let at = pixel * 3, end = at + 3; at < end; at += 1)
        result.rgb[at] = Math.round((result.rgb[at] as number) * passes)
    }
  return { picture: result, truth }
}

export interface BubbleKind {
  /** µm */
  readonly diameter: number
  readonly gap: number
  readonly wobble: number
}

/** As many bubbles of a kind as find room in a picture, apart from each other; some reach over its edge. */
export function scatterBubbles(
  { width, height }: Picture,
  { diameter, gap, wobble }: BubbleKind,
  seed: number,
  micrometres: number,
): AirBubble[] {
  const radius = diameter / 2
  const [across, down] = [width * micrometres, height * micrometres]
  const bubbles: AirBubble[] = []
  // Half of the picture stays free.
  const most = Math.max(1, Math.floor((0.4 * across * down) / (Math.PI * radius ** 2)))
  for (let chance = 0; chance < 200 && bubbles.length < Math.min(6, most); chance += 1) {
    const at = hash(seed, chance)
    const x = across * unit(at, 5)
    const y = down * unit(at, 6)
    const isFree = bubbles.every((other) => Math.hypot(other.x - x, other.y - y) > 2.4 * radius + 100)
    // What shows less than two thirds of a bubble's width shows no bubble.
    const isSeen = Math.min(x, y, across - x, down - y) > 0.35 * radius
    if (!isFree || !isSeen) continue
    bubbles.push({
      x,
      y,
      radius,
      gap,
      wobble,
      seed: at,
      rim: 14 + 0.015 * diameter + 16 * unit(at, 7),
      darkness: 0.55 + 0.35 * unit(at, 8),
    })
  }
  return bubbles
}
