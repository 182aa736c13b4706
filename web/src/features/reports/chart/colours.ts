import type { Tokens } from '../../../ui/frame/theme.ts'

/**
 * Told apart by those who see no red, no green or no blue as well (tested), and seen against the surface (3:1). Patterns
 * tell them apart too.
 */
export const chartColours = {
  light: ['#6B2FA0', '#D67018', '#3D95B8', '#1D431D', '#813869', '#9D7F50'],
  dark: ['#B58AE6', '#88633C', '#98F5C7', '#007495', '#F19FD3', '#D5C953'],
} as const

type Tone = 'pass' | 'warn' | 'fail' | 'info' | 'muted'

/** States have the colours that they have everywhere. */
const tones: Readonly<Record<string, Tone>> = {
  passed: 'pass',
  succeeded: 'pass',
  stored: 'pass',
  warned: 'warn',
  failed: 'fail',
  error: 'fail',
  queued: 'info',
  running: 'info',
  created: 'info',
  cancelled: 'muted',
  aborted: 'muted',
  none: 'muted',
  others: 'muted',
}

/** The colour of each series: of its state, else the next one that no other has. */
export function coloursOf(
  keys: readonly string[],
  tokens: Tokens,
  mode: 'light' | 'dark',
): ReadonlyMap<string, string> {
  const palette = chartColours[mode]
  let next = 0
  return new Map(
    keys.map((key) => {
      const tone = tones[key]
      return [key, tone ? tokens[tone] : (palette[next++ % palette.length] ?? tokens.primary)]
    }),
  )
}
