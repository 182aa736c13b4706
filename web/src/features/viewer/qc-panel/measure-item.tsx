import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { Layers } from '../../../ui/icons.ts'
import { LimitBar } from './limit-bar.tsx'
import type { MeasureRow } from './measure-rows.ts'
import { OverlaySettings } from './overlay-settings.tsx'
import { type ShownOverlay, useQcDesk } from './qc-desk.tsx'
import { VerdictMark } from './verdict-mark.tsx'
import { words } from './words.ts'

interface MeasureItemProps {
  row: MeasureRow
  imageId: string
  checkId: string
}

/** One measure: pointed at it is seen on the slide, clicked it stays there. */
export function MeasureItem({ row, imageId, checkId }: MeasureItemProps) {
  const { measure, name, value, overlay } = row
  const desk = useQcDesk()
  const shown: ShownOverlay | null = overlay && { imageId, checkId, overlay, measure }
  const isPinned = shown !== null && desk.pinnedOn(imageId)?.overlay.image_id === shown.overlay.image_id
  const toggle = () => {
    if (isPinned) desk.unpin(imageId)
    else if (shown) desk.pin(shown)
    desk.point(null)
  }
  return (
    <Box
      component="li"
      {...(shown && { onPointerEnter: () => desk.point(shown), onPointerLeave: () => desk.point(null) })}
      sx={{
        position: 'relative',
        px: 4,
        py: 2.5,
        borderLeft: 3,
        borderColor: isPinned ? 'primary.main' : 'transparent',
        ...(isPinned && { bgcolor: 'tokens.accent' }),
        ...(shown && { '&:hover': { bgcolor: 'tokens.accent' } }),
        'li + &': { borderTop: 1, borderTopColor: 'divider' },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: 2 }}>
        {shown ? (
          <ButtonBase
            aria-pressed={isPinned}
            aria-label={words.measures.show(name)}
            onClick={toggle}
            onFocus={(event) => event.target.matches(':focus-visible') && desk.point(shown)}
            onBlur={() => desk.point(null)}
            sx={{
              display: 'inline',
              typography: 'body1',
              fontWeight: 600,
              textAlign: 'start',
              // The whole row is the button; what lies over it in its own right stays within reach.
              '&::after': { content: '""', position: 'absolute', inset: 0 },
            }}
          >
            <bdi>{name}</bdi>
            <Box
              component="span"
              sx={{ ml: 0.5, verticalAlign: '-2px', color: isPinned ? 'primary.main' : 'text.secondary' }}
            >
              {/* The space keeps it on the line of the last word. */}
              {'\u00a0'}
              <Layers size={14} aria-hidden />
            </Box>
          </ButtonBase>
        ) : (
          <Box component="bdi" sx={{ fontWeight: 600 }}>
            {name}
          </Box>
        )}
        <Box sx={{ flexShrink: 0, maxWidth: '55%', textAlign: 'end', typography: 'body2' }}>
          {value ?? words.overlay.nothing}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: 1 }}>
        <LimitBar row={row} />
        <VerdictMark verdict={measure.verdict} />
      </Box>
      <Box sx={{ mt: 1, typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {measure.sentence} {row.limits}.
      </Box>
      {isPinned && <OverlaySettings shown={shown} />}
    </Box>
  )
}
