import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Slider from '@mui/material/Slider'
import Tooltip from '@mui/material/Tooltip'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { colourAt } from '../../../engine/viewer/overlays/colour-maps.ts'
import { GripVertical } from '../../../ui/frame/icons.ts'
import { SlideThumbnail } from '../../../ui/slide/slide-thumbnail.tsx'
import { formatPercent } from '../../../ui/text/dates.ts'
import { resultColours } from '../results-panel/result-colours.ts'
import { useResultsDesk } from '../results-panel/results-desk.tsx'
import type { ShownResult } from '../results-panel/run-rows.ts'
import { VirtualBadge } from '../results-panel/virtual-badge.tsx'
import { useStack } from '../stack-of.ts'
import { MemberButtons } from './member-buttons.tsx'
import { MemberChannels } from './member-channels.tsx'
import type { MemberRowProps } from './member-row-props.ts'
import type { StackMember } from './members.ts'
import { useStackDesk } from './stack-desk.tsx'
import { words } from './words.ts'

const dragType = 'application/x-cresyl-stack'

/** One of the stack: its picture, its name, and what can be done with it. */
export function MemberRow(props: MemberRowProps) {
  const { member, place, onMove, onDrop } = props
  const [isOver, setOver] = useState(false)
  const seen = useSeen(member)
  const target = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes(dragType)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      setOver(false)
      const id = event.dataTransfer.getData(dragType)
      if (id === '') return
      event.preventDefault()
      onDrop(id)
    },
  }
  function press(event: KeyboardEvent) {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (!event.altKey || event.shiftKey || step === 0) return
    // Otherwise the same keys move the curtain.
    event.preventDefault()
    onMove(member.id, place + step)
  }
  return (
    <Box
      component="li"
      data-member={member.id}
      {...target}
      sx={{
        pl: 1,
        pr: 2,
        py: 1,
        ...(seen !== 'no' && { bgcolor: 'tokens.accent' }),
        ...(isOver && { boxShadow: (theme) => `inset 0 2px ${theme.palette.primary.main}` }),
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Tooltip title={words.moveHint}>
          <Box
            draggable
            onDragStart={(event: DragEvent) => event.dataTransfer.setData(dragType, member.id)}
            sx={{ display: 'flex', color: 'text.secondary', cursor: 'grab' }}
          >
            <GripVertical size={16} aria-hidden />
          </Box>
        </Tooltip>
        {member.kind === 'image' ? (
          <SlideThumbnail imageId={member.imageId} alt="" width={40} height={40} />
        ) : (
          <ResultSwatch shown={member.shown} />
        )}
        <NameButton {...props} seen={seen} onKeyDown={press} />
        <MemberButtons {...props} />
      </Box>
      {member.kind === 'result' && seen !== 'no' && <ResultOpacity id={member.id} name={member.name} />}
      {member.kind === 'image' && seen === 'shown' && <MemberChannels member={member} />}
    </Box>
  )
}

type Seen = 'no' | 'shown' | 'second'

function useSeen(member: StackMember): Seen {
  const { stack } = useStackDesk()
  const desk = useResultsDesk()
  const state = useStack(stack, 'state', (each) => each.state())
  if (member.kind === 'result') return desk.isShown(member.id) ? 'shown' : 'no'
  if (state?.shown === member.imageId) return 'shown'
  return state !== null && state.mode !== 'single' && state.second === member.imageId ? 'second' : 'no'
}

interface NameButtonProps extends MemberRowProps {
  seen: Seen
  onKeyDown: (event: KeyboardEvent) => void
}

function NameButton({ member, number, seen, onKeyDown }: NameButtonProps) {
  const { choose } = useStackDesk()
  const desk = useResultsDesk()
  const key = number !== null && number <= 9 ? ` (Shift+${number})` : ''
  const act = () => (member.kind === 'image' ? choose(member) : desk.toggle(member.shown))
  return (
    <Tooltip title={`${words.show(member.name)}${key}`}>
      <ButtonBase
        aria-label={member.name}
        aria-pressed={seen === 'shown'}
        onClick={act}
        onKeyDown={onKeyDown}
        sx={{
          flex: 1,
          minWidth: 0,
          px: 1,
          py: 0.5,
          borderRadius: 0.75,
          display: 'block',
          textAlign: 'left',
          typography: 'body2',
        }}
      >
        <Box component="bdi" sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}>
          {member.name}
        </Box>
        <Box
          sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', color: 'text.secondary' }}
        >
          {number !== null && number <= 9 && <span>{`⇧${number}`}</span>}
          {seen === 'shown' && member.kind === 'image' && <span>{words.shown}</span>}
          {seen === 'second' && <span>{words.second}</span>}
          {member.kind === 'image' && member.isVirtual && <VirtualBadge />}
        </Box>
      </ButtonBase>
    </Tooltip>
  )
}

function ResultOpacity({ id, name }: { id: string; name: string }) {
  const desk = useResultsDesk()
  return (
    <Box sx={{ px: 4 }}>
      <Slider
        size="small"
        aria-label={words.opacityOf(name)}
        value={desk.opacityOf(id)}
        min={0}
        max={1}
        step={0.05}
        getAriaValueText={(part) => formatPercent(part)}
        onChange={(_, moved) => desk.setOpacity(id, moved as number)}
      />
    </Box>
  )
}

/** The colours that a result is drawn in. */
function ResultSwatch({ shown }: { shown: ShownResult }) {
  return (
    <Box
      aria-hidden
      sx={{ flexShrink: 0, width: 40, height: 40, borderRadius: 0.75, border: 1, borderColor: 'divider' }}
      style={{ background: `linear-gradient(135deg, ${coloursOf(shown).join(', ')})` }}
    />
  )
}

function coloursOf({ manifest }: ShownResult): string[] {
  if (manifest.kind === 'heatmap') {
    return [0, 0.25, 0.5, 0.75, 1].map((part) => `rgb(${colourAt(resultColours, part).join(' ')})`)
  }
  const colours = manifest.classes.map(({ color }) => color)
  // Each has a stripe of its own; a gradient of one colour needs it twice.
  return colours.flatMap((colour, index) => [
    `${colour} ${(100 * index) / colours.length}%`,
    `${colour} ${(100 * (index + 1)) / colours.length}%`,
  ])
}
