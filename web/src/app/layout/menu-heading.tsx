import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

interface MenuHeadingProps {
  title: string
  lines: readonly (string | null | undefined)[]
}

/** What a menu is about, above its items. Not an item: arrow keys pass over it. */
export function MenuHeading({ title, lines }: MenuHeadingProps) {
  return (
    <Box
      component="li"
      role="presentation"
      sx={{ px: 4, pt: 2, pb: 3, mb: 2, maxWidth: 320, borderBottom: 1, borderColor: 'divider' }}
    >
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        <bdi>{title}</bdi>
      </Typography>
      {lines
        .filter((line) => line)
        .map((line) => (
          <Typography key={line} variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            <bdi>{line}</bdi>
          </Typography>
        ))}
    </Box>
  )
}
