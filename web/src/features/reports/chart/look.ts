import type { Tokens } from '../../../ui/frame/theme.ts'
import type { Locale } from '../../../ui/text/locale.ts'

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
