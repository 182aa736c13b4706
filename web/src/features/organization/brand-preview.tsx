import type { BrandColours } from '@cresyl/contract/slides/contrast'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { LayoutDashboard } from '../../ui/frame/icons.ts'
import { type ThemeMode, tokensOf } from '../../ui/frame/theme.ts'
import { words } from './words.ts'

interface BrandPreviewProps {
  mode: ThemeMode
  colours: BrandColours
}

const { modes, sample } = words.branding

/** How the colours look in the app: a picture of its parts, none of which does anything. */
export function BrandPreview({ mode, colours }: BrandPreviewProps) {
  const { primary, onPrimary, accent, background, surface, text, muted, border } = tokensOf(mode, colours)
  return (
    <Box
      sx={{
        flex: 1,
        minWidth: 0,
        border: `1px solid ${border}`,
        borderRadius: 1,
        overflow: 'hidden',
        bgcolor: background,
        color: text,
      }}
    >
      <Typography variant="caption" component="p" sx={{ px: 3, pt: 2, color: muted }}>
        {modes[mode]}
      </Typography>
      <Stack direction="row" sx={{ p: 3, gap: 3, alignItems: 'center' }}>
        <Stack
          direction="row"
          sx={{
            gap: 2,
            px: 3,
            py: 2,
            borderRadius: 1,
            alignItems: 'center',
            bgcolor: accent,
            color: primary,
            fontWeight: 600,
          }}
        >
          <LayoutDashboard size={18} aria-hidden />
          {sample.navigation}
        </Stack>
        <Box component="span" sx={{ color: primary, textDecoration: 'underline' }}>
          {sample.link}
        </Box>
      </Stack>
      <Stack
        direction="row"
        sx={{
          p: 3,
          gap: 3,
          alignItems: 'center',
          bgcolor: surface,
          borderTop: `1px solid ${border}`,
          justifyContent: 'space-between',
        }}
      >
        <Box sx={{ px: 2.5, py: 0.5, borderRadius: 4, bgcolor: accent, color: text }}>{sample.chip}</Box>
        <Box
          sx={{
            px: 3.5,
            py: 2,
            borderRadius: 1,
            bgcolor: primary,
            color: onPrimary,
            fontWeight: 600,
          }}
        >
          {sample.button}
        </Box>
      </Stack>
    </Box>
  )
}
