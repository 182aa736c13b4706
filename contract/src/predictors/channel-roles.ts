import type { ChannelRole, PredictorManifest } from './predictor-manifest.ts'

/** What is known of a channel before its pixels are looked at. */
export interface NamedChannel {
  readonly name: string | null
  /** nm */
  readonly emission_wavelength: number | null
}

/** Dyes by what they bind to. Names come as `DAPI`, `Hoechst 33342`, `Opal 520 (CD8)`, `Cy5-PanCK`. */
const nuclear =
  /\bdapi|hoechst|draq\s?-?[57]|to-?pro|syto(x|\b|\s?\d)|7-?aad|propidium|\bpi\b|nucle|\bnuc\b|acridine/i
const cytoplasm =
  /eosin|cytoplasm|membrane|actin|phalloidin|wga|autofluor|\baf\b|background|counterstain|sulforhodamine|\bsr101\b/i

const isBlue = (nm: number | null) => nm !== null && nm >= 400 && nm < 490

/**
 * How well a channel fits a role: 0 not at all, 1 nothing speaks against it, more where its name or light says so.
 * A marker is whatever is neither of the others.
 */
export function fitOfRole({ name, emission_wavelength }: NamedChannel, role: ChannelRole): number {
  const text = name ?? ''
  const isNuclear = nuclear.test(text)
  const isCytoplasm = cytoplasm.test(text)
  switch (role) {
    case 'nuclear':
      return isNuclear ? 3 : isCytoplasm ? 0 : text === '' && isBlue(emission_wavelength) ? 2 : 0
    case 'cytoplasm':
      return isCytoplasm ? 3 : isNuclear || isBlue(emission_wavelength) ? 0 : 1
    case 'marker':
      return isNuclear ? 0 : isCytoplasm ? 1 : isBlue(emission_wavelength) && text === '' ? 0 : 2
  }
}

/** Which channel is taken for each that a predictor needs, by key; null where none can be told. */
export type ChannelBinding = Record<string, number | null>

/**
 * The channels by what they are called, each taken once, the best fit first. Whatever the person chose comes before:
 * only they know what an unnamed channel shows.
 */
export function bindChannels(
  wanted: PredictorManifest['input']['channels'],
  channels: readonly NamedChannel[],
  chosen: Readonly<Record<string, number>> = {},
): ChannelBinding {
  const bound: ChannelBinding = {}
  const taken = new Set<number>()
  for (const { key } of wanted) {
    const index = chosen[key]
    bound[key] = index ?? null
    if (index !== undefined) taken.add(index)
  }
  for (const { key, role } of wanted) {
    if (bound[key] !== null) continue
    let best = { index: -1, fit: 0 }
    channels.forEach((channel, index) => {
      const fit = taken.has(index) ? 0 : fitOfRole(channel, role)
      if (fit > best.fit) best = { index, fit }
    })
    if (best.index < 0) continue
    bound[key] = best.index
    taken.add(best.index)
  }
  return bound
}
