import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Outlet } from 'react-router'
import { Logo } from '../../ui/logo.tsx'
import { StainedField } from './stained-field.tsx'
import { words } from './words.ts'

/** The frame of the pages for people who are not signed in. */
export function AuthLayout() {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
      <Box
        aria-hidden
        sx={{
          display: { xs: 'none', md: 'block' },
          position: 'relative',
          overflow: 'hidden',
          bgcolor: 'tokens.accent',
        }}
      >
        <StainedField />
      </Box>
      <Stack component="main" sx={{ justifyContent: 'center', px: { xs: 5, sm: 10 }, py: 10 }}>
        <Box sx={{ width: '100%', maxWidth: 400, mx: 'auto' }}>
          <Stack direction="row" sx={{ alignItems: 'center', gap: 3, mb: 8 }}>
            <Logo size={40} />
            <Box>
              <Typography sx={{ fontSize: '1.25rem', lineHeight: '1.625rem', fontWeight: 600 }}>
                {words.product}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {words.tagline}
              </Typography>
            </Box>
          </Stack>
          <Outlet />
        </Box>
      </Stack>
    </Box>
  )
}
