import Box from '@mui/material/Box'
import { Sparkles } from '../frame/icons.ts'
import { virtualWords } from '../text/virtual-words.ts'

/** In the corner of a small picture: that no microscope saw it. With the word where there is room. */
export function VirtualCorner({ hasRoom }: { hasRoom: boolean }) {
  return (
    <Box
      component="span"
      role="img"
      aria-label={virtualWords.label}
      title={`${virtualWords.label}. ${virtualWords.hint}`}
      sx={{
        position: 'absolute',
        insetInlineStart: 0,
        bottom: 0,
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        p: hasRoom ? '1px 4px' : '1px',
        borderStartEndRadius: 4,
        typography: 'caption',
        lineHeight: 1.3,
        color: 'tokens.info',
        bgcolor: 'background.paper',
      }}
    >
      <Sparkles size={hasRoom ? 12 : 10} aria-hidden />
      {hasRoom && virtualWords.label}
    </Box>
  )
}
