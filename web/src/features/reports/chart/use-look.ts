import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useMemo } from 'react'
import { useNarrow } from '../../../ui/frame/use-narrow.ts'
import { useLocale } from '../../../ui/text/locale.ts'
import type { Look } from './look.ts'

/** Charts look like the rest of the app. */
export function useLook(): Look {
  const { palette, typography } = useTheme()
  const still = useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true })
  const narrow = useNarrow('sm')
  const locale = useLocale()
  const fontFamily = typography.fontFamily ?? 'sans-serif'
  return useMemo(
    () => ({ tokens: palette.tokens, mode: palette.mode, fontFamily, moving: !still, narrow, locale }),
    [palette, fontFamily, still, narrow, locale],
  )
}
