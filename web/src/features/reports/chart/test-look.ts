import { noBranding, tokensOf } from '../../../ui/frame/theme.ts'
import type { Look } from './look.ts'

export function testLook(changes: Partial<Look> = {}): Look {
  const mode = changes.mode ?? 'light'
  return {
    tokens: tokensOf(mode, noBranding),
    mode,
    fontFamily: 'sans-serif',
    moving: true,
    narrow: false,
    locale: 'en-GB',
    ...changes,
  }
}
