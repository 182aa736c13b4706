import type { QcVerdict } from '@cresyl/contract/qc/qc-verdict'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { CircleSlash, Layers } from '../../../ui/frame/icons.ts'
import { VisuallyHidden } from '../../../ui/frame/visually-hidden.tsx'
import { qcLooks } from '../../../ui/slide/qc-looks.ts'
import { barScale } from './bar-scale.ts'
import type { MeasureRow } from './measure-rows.ts'
import { OverlaySettings } from './overlay-settings.tsx'
import { type ShownOverlay, useQcDesk } from './qc-desk.tsx'
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

/** A verdict as icon and word; what passed needs no word, so that the others are found at once. */
function VerdictMark({ verdict }: { verdict: QcVerdict | null }) {
  const { icon: Icon, tone } =
    verdict === null ? ({ icon: CircleSlash, tone: 'muted' } as const) : qcLooks[verdict]
  const word = verdict === null ? words.noVerdict : words.verdicts[verdict]
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        flexShrink: 0,
        position: 'relative',
        typography: 'body2',
        // The word is read on any ground: also on that of what is chosen, where colours are too pale.
        '& svg': { color: `tokens.${tone}` },
      }}
    >
      <Icon size={14} aria-hidden />
      {verdict === 'passed' ? <VisuallyHidden>{word}</VisuallyHidden> : word}
    </Box>
  )
}

const tones = { passed: 'pass', warned: 'warn', failed: 'fail' } as const

/** Where a value stands among its limits. The verdict is written beside it: colours only help to find the place. */
function LimitBar({ row: { measure, value, limits } }: { row: MeasureRow }) {
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
