import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Outlet } from 'react-router'
import { Logo } from '../../ui/frame/logo.tsx'
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

interface Cell {
  x: number
  y: number
  radius: number
  turn: number
  depth: number
}

// The golden angle spreads points evenly without a pattern the eye could follow.
const goldenAngle = 137.508

/** A field of stained cells, the same every time. */
const cells: readonly Cell[] = Array.from({ length: 150 }, (_, index) => {
  const distance = 48 * Math.sqrt(index + 0.5)
  const angle = (index * goldenAngle * Math.PI) / 180
  return {
    x: 400 + distance * Math.cos(angle) * 1.05,
    y: 500 + distance * Math.sin(angle),
    radius: 17 + ((index * 7) % 13),
    turn: (index * 53) % 180,
    depth: ((index * 11) % 7) / 7,
  }
})

const Field = styled('svg')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  color: theme.palette.primary.main,
}))

function StainedField() {
  return (
    <Field viewBox="0 0 800 1000" preserveAspectRatio="xMidYMid slice" aria-hidden>
      {cells.map((cell) => (
        <g key={`${cell.x},${cell.y}`} transform={`translate(${cell.x} ${cell.y}) rotate(${cell.turn})`}>
          <ellipse
            rx={cell.radius * 1.15}
            ry={cell.radius}
            fill="currentColor"
            opacity={0.07 + cell.depth * 0.08}
          />
          <ellipse
            cx={cell.radius * 0.12}
            rx={cell.radius * 0.46}
            ry={cell.radius * 0.38}
            fill="currentColor"
            opacity={0.28 + cell.depth * 0.4}
          />
        </g>
      ))}
    </Field>
  )
}
