/** WCAG 2 contrast of two #RRGGBB colours: 1 (the same) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map(linear)
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

/** Red, green and blue, 0 to 1. */
function channelsOf(colour: string): [number, number, number] {
  const channel = (start: number) => Number.parseInt(colour.slice(start, start + 2), 16) / 255
  return [channel(1), channel(3), channel(5)]
}

export type ColourMode = 'light' | 'dark'

/** Where an organisation's colours meet those of the app, which are the same for all. */
export const appColours = {
  light: {
    primary: '#6B2FA0',
    accent: '#EDE4F7',
    background: '#FAF8FC',
    surface: '#FFFFFF',
    raised: '#FFFFFF',
    text: '#1F1A24',
    muted: '#655C6E',
  },
  dark: {
    primary: '#B58AE6',
    accent: '#3A2A4D',
    background: '#141118',
    surface: '#1C1822',
    raised: '#241F2C',
    text: '#EDE8F2',
    muted: '#A99FB4',
  },
} as const

/** What text needs to be read (WCAG AA). */
export const leastTextContrast = 4.5

const onPrimaryColours = ['#FFFFFF', '#1B1026'] as const

export interface BrandColours {
  primary: string | null
  accent: string | null
}

export interface BrandingFault {
  field: 'primary' | 'accent'
  sentence: string
}

/** What speaks against the colours of an organisation; nothing for those it leaves to the app. */
export function checkBranding({ primary, accent }: BrandColours): BrandingFault[] {
  const faults: BrandingFault[] = []
  const { background, surface, raised, text } = appColours.light
  if (primary !== null) {
    const ratio = leastContrast(primary, [background, surface, raised, onColour(primary)])
    if (ratio < leastTextContrast) faults.push({ field: 'primary', sentence: tooPale(ratio) })
  }
  if (accent !== null) {
    const ratio = contrast(text, accent)
    if (ratio < leastTextContrast) faults.push({ field: 'accent', sentence: tooDark(ratio) })
  }
  return faults
}

function tooPale(ratio: number): string {
  return `Text in this colour, or on it, has a contrast of ${spoken(ratio)}; it needs ${spoken(leastTextContrast)} to be readable. Choose a darker colour.`
}

function tooDark(ratio: number): string {
  return `Text on this colour has a contrast of ${spoken(ratio)}; it needs ${spoken(leastTextContrast)} to be readable. Choose a lighter colour.`
}

/** Rounded down, so that what misses the bar is never said to reach it. */
function spoken(ratio: number): string {
  return `${(Math.floor(ratio * 100) / 100).toLocaleString('en')}:1`
}

export interface BrandTokens {
  primary: string
  /** A filled button under the pointer. */
  primaryHover: string
  onPrimary: string
  accent: string
}

/**
 * The colours the app uses for an organisation. What passed `checkBranding` is used as it is where all that stands
 * on it can be read; elsewhere, and on dark pages, as the nearest lightness that allows it.
 */
export function brandedTokens(branding: BrandColours, mode: ColourMode): BrandTokens {
  const app = appColours[mode]
  const [awayFromPage, towardsPage] = mode === 'light' ? [-1, 1] : [1, -1]
  const grounds = [app.background, app.surface, app.raised]
  const primary = shade(branding.primary ?? app.primary, awayFromPage, (colour) =>
    readable(colour, [...grounds, onColour(colour)]),
  )
  const accent = shade(branding.accent ?? app.accent, towardsPage, (colour) =>
    readable(colour, [app.text, app.muted, primary]),
  )
  return {
    primary,
    primaryHover: withLightness(primary, lightnessOf(primary) + awayFromPage * hoverStep),
    onPrimary: onColour(primary),
    accent,
  }
}

const hoverStep = 0.08

function onColour(ground: string): string {
  const [white, black] = onPrimaryColours
  return contrast(white, ground) >= contrast(black, ground) ? white : black
}

function leastContrast(colour: string, others: readonly string[]): number {
  return Math.min(...others.map((other) => contrast(colour, other)))
}

function readable(colour: string, others: readonly string[]): boolean {
  return leastContrast(colour, others) >= leastTextContrast
}

/** The colour of this hue, nearest in lightness, that fits; black or white at the latest. */
function shade(colour: string, direction: number, fits: (colour: string) => boolean): string {
  const start = lightnessOf(colour)
  let found = colour
  for (let step = 1; !fits(found) && step <= 100; step += 1) {
    found = withLightness(colour, start + (direction * step) / 100)
  }
  return found
}

function lightnessOf(colour: string): number {
  const channels = channelsOf(colour)
  return (Math.max(...channels) + Math.min(...channels)) / 2
}

/** The same hue and saturation (HSL) with another lightness, 0 to 1. */
function withLightness(colour: string, lightness: number): string {
  const channels = channelsOf(colour)
  const [highest, lowest] = [Math.max(...channels), Math.min(...channels)]
  const own = (highest + lowest) / 2
  const wanted = Math.min(1, Math.max(0, lightness))
  const reach = 1 - Math.abs(2 * own - 1)
  const scale = reach === 0 ? 0 : (1 - Math.abs(2 * wanted - 1)) / reach
  return `#${channels.map((channel) => hex(wanted + (channel - own) * scale)).join('')}`
}

function hex(channel: number): string {
  const value = Math.round(Math.min(1, Math.max(0, channel)) * 255)
  return value.toString(16).padStart(2, '0').toUpperCase()
}
