import useMediaQuery from '@mui/material/useMediaQuery'

/** Whether the window is narrower than what stands here needs when it is wide. */
export function useNarrow(below: 'sm' | 'md' | 'lg' = 'md'): boolean {
  return useMediaQuery((theme) => theme.breakpoints.down(below), { noSsr: true })
}
