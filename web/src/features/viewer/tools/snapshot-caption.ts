import { formatFigures, formatLength } from '../../../engine/viewer/amounts.ts'
import { magnificationOf } from '../../../engine/viewer/objective.ts'
import { scaleToTheRight } from '../../../engine/viewer/scale-bar.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { formatDateTime } from '../../../ui/text/dates.ts'
import type { Locale } from '../../../ui/text/locale.ts'
import { words } from './words.ts'

const own = words.snapshot

interface Captioned {
  readonly view: Pick<SlideView, 'image' | 'viewport'>
  readonly name: string
  readonly now: Date
  /** Pixels of the file for one of the screen. */
  readonly ratio: number
  /** Null where there is none. */
  readonly gridSpacing: number | null
  readonly locale: Locale
}

/** The name, and below it how it was looked at: magnification, µm per pixel of the file, when. */
export function captionOf({ view, name, now, ratio, gridSpacing, locale }: Captioned): readonly string[] {
  const { image } = view
  const viewport = view.viewport()
  const magnification = magnificationOf(image, viewport.resolution)
  const scale = scaleToTheRight(image.space, viewport) / ratio
  const { unit } = image.space
  const parts = [
    magnification !== undefined && own.magnification(short(magnification, locale)),
    unit === 'µm'
      ? own.scale(formatFigures(scale, locale))
      : own.noScale(formatFigures(viewport.resolution, locale)),
    gridSpacing !== null && own.grid(formatLength(gridSpacing, unit, locale)),
    formatDateTime(now, locale),
  ]
  return [name, parts.filter((part) => part !== false).join(' · ')]
}

const short = (value: number, locale: string) => formatFigures(Number(value.toPrecision(3)), locale)

/** Such as `Liver 12 2026-11-15 14.05.png`, without what file systems refuse. */
export function snapshotFileName(name: string, now: Date): string {
  const safe = name
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 80)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return `${safe || 'Slide'} ${day} ${two(now.getHours())}.${two(now.getMinutes())}.png`
}
