import type { Point } from '@cresyl/contract/slides/affine'
import { mppOf } from '@cresyl/contract/slides/image-space'
import { type Alignment, distanceOf } from '@cresyl/contract/slides/point-pairs'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Tooltip from '@mui/material/Tooltip'
import type { KeyboardEvent } from 'react'
import type { AlignDraft, AlignSide } from '../../../engine/viewer/align/align-draft.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { toImage, toScreen } from '../../../engine/viewer/viewport.ts'
import { Trash2 } from '../../../ui/frame/icons.ts'
import { words } from './words.ts'

export interface NamedView {
  name: string
  view: SlideView
}

interface AlignRowsProps extends Readonly<Record<AlignSide, NamedView>> {
  draft: AlignDraft
  alignment: Alignment | null
  onMove: (at: number, side: AlignSide, point: Point) => void
  onRemove: (at: number) => void
}

/** The points by their numbers, how far each is off, and the keys to move them. */
export function AlignRows({ draft, alignment, onMove, onRemove, ...named }: AlignRowsProps) {
  return (
    <Table size="small" sx={{ '& td, & th': { px: 2, py: 0.5 } }}>
      <TableHead>
        <TableRow>
          <TableCell>{words.columns.number}</TableCell>
          <TableCell>
            <bdi>{named.fixed.name}</bdi>
          </TableCell>
          <TableCell>
            <bdi>{named.moving.name}</bdi>
          </TableCell>
          <TableCell align="right">{words.columns.off}</TableCell>
          <TableCell />
        </TableRow>
      </TableHead>
      <TableBody>
        {draft.rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a point is known by its number
          <TableRow key={at}>
            <TableCell>{at + 1}</TableCell>
            {(['fixed', 'moving'] as const).map((side) => (
              <TableCell key={side}>
                <PointButton
                  number={at + 1}
                  {...named[side]}
                  point={row[side]}
                  onMove={(point) => onMove(at, side, point)}
                />
              </TableCell>
            ))}
            <TableCell align="right">{alignment && offText(row, alignment, named.fixed.view)}</TableCell>
            <TableCell align="right">
              <Tooltip title={words.remove(at + 1)}>
                <IconButton size="small" aria-label={words.remove(at + 1)} onClick={() => onRemove(at)}>
                  <Trash2 size={16} aria-hidden />
                </IconButton>
              </Tooltip>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function offText(
  { fixed, moving }: AlignDraft['rows'][number],
  { affine, residual }: Alignment,
  view: SlideView,
) {
  if (!fixed || !moving) return null
  return words.off(distanceOf({ fixed, moving }, affine, mppOf(view.image.space)), residual.unit)
}

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

interface PointButtonProps extends NamedView {
  number: number
  point: Point | null
  onMove: (point: Point) => void
}

function PointButton({ number, name, view, point, onMove }: PointButtonProps) {
  if (point === null) return words.missing
  /** By pixels of the screen, the way they are seen. */
  function press(event: KeyboardEvent) {
    const by = arrows[event.key]
    if (by === undefined || point === null) return
    event.preventDefault()
    event.stopPropagation()
    const steps = event.shiftKey ? 10 : 1
    const [viewport, size] = [view.viewport(), view.size()]
    const { x, y } = toScreen(viewport, size, point)
    onMove(toImage(viewport, size, { x: x + by.x * steps, y: y + by.y * steps }))
  }
  return (
    <Tooltip title={words.markedHint}>
      <Button
        size="small"
        aria-label={words.marked(number, name)}
        onKeyDown={press}
        onClick={() => view.show({ center: point }, { animated: true })}
      >
        {words.shown}
      </Button>
    </Tooltip>
  )
}
