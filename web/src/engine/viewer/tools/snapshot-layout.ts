import type { Box } from '@cresyl/contract/slides/image-space'
import type { Size } from '../viewport.ts'

/** Where things are in a snapshot, in CSS pixels of the screen. */
export interface SnapshotLayout {
  /** Of the whole file, in its own pixels. */
  readonly file: Size
  readonly picture: Box
  /** The paper behind the scale bar. */
  readonly scale: Box
  /** The strip with the caption. */
  readonly caption: Box
  /** The middle of each line of the caption. */
  readonly lines: readonly number[]
}

export const snapshotMeasures = {
  margin: 16,
  barHeight: 4,
  lineHeight: 20,
  captionPadding: 10,
  scalePadding: 8,
} as const

/** The longest a scale bar becomes: a quarter of the picture, and never a line right across a large screen. */
export const longestBar = (width: number): number => Math.max(24, Math.min(width / 4, 240))

interface Asked {
  readonly size: Size
  /** Pixels of the file for a CSS pixel. */
  readonly ratio: number
  readonly barWidth: number
  readonly captionLines: number
}

/** The picture as it is on the screen, the scale bar in its lower left corner, the caption below it. */
export function snapshotLayout({ size, ratio, barWidth, captionLines }: Asked): SnapshotLayout {
  const { margin, barHeight, lineHeight, captionPadding, scalePadding } = snapshotMeasures
  const captionHeight = captionLines === 0 ? 0 : captionLines * lineHeight + 2 * captionPadding
  const scale = {
    width: barWidth + 2 * scalePadding,
    height: barHeight + lineHeight + 2 * scalePadding,
  }
  return {
    file: {
      width: Math.round(size.width * ratio),
      height: Math.round((size.height + captionHeight) * ratio),
    },
    picture: { x: 0, y: 0, ...size },
    scale: { x: margin, y: size.height - margin - scale.height, ...scale },
    caption: { x: 0, y: size.height, width: size.width, height: captionHeight },
    lines: Array.from(
      { length: captionLines },
      (_, at) => size.height + captionPadding + (at + 0.5) * lineHeight,
    ),
  }
}
