import Box from '@mui/material/Box'

/** The mark alone; the name stands beside it as text. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <Box component="img" src="/favicon.svg" alt="" width={size} height={size} sx={{ display: 'block' }} />
  )
}
