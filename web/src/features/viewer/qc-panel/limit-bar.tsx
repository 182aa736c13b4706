import Box from '@mui/material/Box'
import { barScale } from './bar-scale.ts'
import type { MeasureRow } from './measure-rows.ts'
import { words } from './words.ts'

const tones = { passed: 'pass', warned: 'warn', failed: 'fail' } as const

/** Where a value stands among its limits. The verdict is written beside it: colours only help to find the place. */
export function LimitBar({ row: { measure, value, limits } }: { row: MeasureRow }) {
  const scale = barScale(measure.key, measure.value, measure.limits)
  return (
    <Box
      role="img"
      aria-label={words.measures.bar(value ?? words.noVerdict, limits)}
      sx={{ position: 'relative', flex: 1, height: 14, minWidth: 0 }}
    >
      <Box sx={{ position: 'absolute', insetInline: 0, top: 4, height: 6, display: 'flex', gap: '2px' }}>
        {scale.zones.map(({ verdict, from, to }) => (
          <Box
            key={verdict}
            sx={{ bgcolor: `tokens.${tones[verdict]}`, opacity: 0.45, borderRadius: '3px' }}
            style={{ flexGrow: to - from, flexBasis: 0 }}
          />
        ))}
      </Box>
      {scale.value !== null && (
        <Box
          sx={{
            position: 'absolute',
            top: 0,
            width: 4,
            height: 14,
            ml: '-2px',
            borderRadius: '2px',
            bgcolor: 'text.primary',
            boxShadow: (theme) => `0 0 0 1px ${theme.palette.background.paper}`,
          }}
          style={{ left: `${100 * scale.value}%` }}
        />
      )}
    </Box>
  )
}
