import { textLimits } from '@cresyl/contract/api/limits'
import type { PresetDisplay } from '@cresyl/contract/slides/display'
import type { Pyramid } from '@cresyl/contract/slides/viewers'
import type { ChannelDisplay, Display } from './display.ts'

/** What a preset keeps of how an image is shown. */
export function presetOf(display: Display, pyramid: Pyramid): PresetDisplay {
  const channels = display.channels.map((channel, index) => ({
    ...channel,
    name: keptName(pyramid.channels[index]?.name ?? null),
  }))
  return { color: display.color, channels }
}

/**
 * The image as the preset shows it. Channels are found by their name, those left by their place; what the preset
 * doesn't know keeps its window and is hidden. Of an image with colours only the colours change, and the other way round.
 */
export function applyPreset(preset: PresetDisplay, display: Display, pyramid: Pyramid): Display {
  if (display.channels.length === 0) {
    return { ...display, color: { ...preset.color, icc: preset.color.icc && pyramid.has_icc } }
  }
  const found = matchChannels(preset, pyramid)
  const channels = display.channels.map((channel, index): ChannelDisplay => {
    const match = found.get(index)
    if (match === undefined) return { ...channel, shown: false }
    const { name: _, ...settings } = match
    return settings
  })
  // A preset that knows none of the channels would leave nothing but black.
  return found.size === 0 ? display : { ...display, channels }
}

/** By the index of the image's channel. */
function matchChannels(preset: PresetDisplay, pyramid: Pyramid) {
  const left = new Map(preset.channels.entries())
  const found = new Map<number, PresetDisplay['channels'][number]>()
  const take = (index: number, at: number | undefined) => {
    const settings = at === undefined ? undefined : left.get(at)
    if (at === undefined || settings === undefined) return
    found.set(index, settings)
    left.delete(at)
  }
  for (const [index, { name }] of pyramid.channels.entries()) take(index, placeByName(left, name, index))
  for (const index of pyramid.channels.keys()) if (!found.has(index)) take(index, index)
  return found
}

type Left = ReadonlyMap<number, PresetDisplay['channels'][number]>

/** Of several with one name that at the same place, if it is among them. */
function placeByName(left: Left, name: string | null, index: number): number | undefined {
  const key = keyOf(name)
  if (key === '') return undefined
  const places = [...left].filter(([, settings]) => keyOf(settings.name) === key).map(([at]) => at)
  return places.includes(index) ? index : places[0]
}

function keyOf(name: string | null): string {
  return (keptName(name) ?? '').normalize('NFKC').toLowerCase()
}

/** Files may call a channel anything: what can't be kept of a name is left out. */
function keptName(name: string | null): string | null {
  if (name === null) return null
  return name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, textLimits.name)
    .trim()
    .toWellFormed()
}

/** Whether applying the preset would change nothing. */
export function isShownAs(preset: PresetDisplay, display: Display, pyramid: Pyramid): boolean {
  return sameDisplay(applyPreset(preset, display, pyramid), display)
}

function sameDisplay(one: Display, other: Display): boolean {
  return (
    sameValues(one.color, other.color) &&
    one.channels.length === other.channels.length &&
    one.channels.every((channel, index) => sameValues(channel, other.channels[index]))
  )
}

function sameValues<Values extends object>(one: Values, other: Values | undefined): boolean {
  return other !== undefined && (Object.keys(one) as (keyof Values)[]).every((key) => one[key] === other[key])
}
