import type { Locale } from '../../../ui/locale.ts'
import type { Tokens } from '../../../ui/theme.ts'

/** How a chart looks here and now. */
export interface Look {
  tokens: Tokens
  mode: 'light' | 'dark'
  fontFamily: string
  /** Whether things may move. */
  moving: boolean
  /** Little room, as on a phone. */
  narrow: boolean
  locale: Locale
}
