import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { formatArea, formatLength } from '../../../engine/viewer/amounts.ts'
import { circleArea } from '../../../engine/viewer/tools/arithmetic.ts'
import type { Tools } from '../../../engine/viewer/tools/create-tools.ts'
import type { Measurement } from '../../../engine/viewer/tools/measurement.ts'
import { copyText } from '../../../ui/form/copy-text.ts'
import { ChevronDown, ChevronUp, Focus, Trash2 } from '../../../ui/frame/icons.ts'
import { VisuallyHidden } from '../../../ui/frame/visually-hidden.tsx'
import { formatNumber } from '../../../ui/text/dates.ts'
import { useLocale } from '../../../ui/text/locale.ts'
import { hideToast, showToast } from '../../../ui/toast/toast-store.ts'
import { BarButton } from '../bar/bar-button.tsx'
import { floating } from '../bar/floating.ts'
import { useViewState } from '../viewer-context.tsx'
import { type MeasurementRow, rowsOf, tableOf } from './measurement-rows.ts'
import { useActiveTools, useToolsState } from './use-tools.ts'
import { words } from './words.ts'

const own = words.list

interface MeasurementListProps {
  isOpen: boolean
  onToggle: () => void
}

/** What was measured in the pane in use; nothing where there is nothing. */
export function MeasurementList(props: MeasurementListProps) {
  const tools = useActiveTools()
  return tools && <List key={tools.view.image.id} tools={tools} {...props} />
}

function List({ tools, isOpen, onToggle }: MeasurementListProps & { tools: Tools }) {
  const locale = useLocale()
  const headingId = useId()
  const measurements = useToolsState(tools, (state) => state.measurements)
  const selected = useToolsState(tools, (state) => state.selected)
  const isGridShown = useToolsState(tools, (state) => state.grid.shown)
  const undoToast = useRef(0)
  // What has gone with its view can't be brought back.
  useEffect(() => () => hideToast(undoToast.current), [])
  if (measurements.length === 0 && !isGridShown) return null
  const rows = rowsOf(measurements, tools.view.image.space, locale)
  const last = rows.at(-1)

  function remove(act: () => void, message: string) {
    const before = tools.measurements()
    act()
    const undo = { label: own.undo, run: () => tools.setMeasurements(before) }
    hideToast(undoToast.current)
    undoToast.current = showToast(message, 'success', undo)
  }

  async function copy() {
    const isCopied = await copyText(tableOf(rows))
    showToast(isCopied ? own.copied : own.notCopied, isCopied ? 'success' : 'error')
  }

  return (
    <Box
      component="section"
      aria-labelledby={headingId}
      sx={{ ...floating, p: 1, width: isOpen ? 264 : 'auto', maxWidth: '100%', userSelect: 'none' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, pl: 2 }}>
        <Typography variant="h3" id={headingId}>
          {own.title}
        </Typography>
        <Typography color="textSecondary" sx={{ flex: 1 }}>
          {rows.length > 0 && formatNumber(rows.length)}
        </Typography>
        <BarButton
          label={isOpen ? own.collapse : own.expand}
          icon={isOpen ? ChevronUp : ChevronDown}
          size={28}
          expanded={isOpen}
          onClick={onToggle}
        />
      </Box>
      {isOpen && (
        <Box sx={{ px: 1, pb: 1 }}>
          {isGridShown && <GridLine tools={tools} />}
          <FieldTotal measurements={measurements} locale={locale} />
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', ...scrolled }}>
            {rows.map((row) => (
              <Row
                key={row.id}
                row={row}
                isSelected={row.id === selected}
                onShow={() => tools.flyTo(row.id)}
                onRemove={() => remove(() => tools.remove(row.id), own.removed(row.name))}
              />
            ))}
          </Box>
          {rows.length > 0 && (
            <>
              <Box sx={{ display: 'flex', justifyContent: 'space-between', mt: 1 }}>
                <Button size="small" onClick={copy}>
                  {own.copy}
                </Button>
                <Button
                  size="small"
                  color="error"
                  onClick={() => remove(() => tools.clear(), own.cleared(rows.length))}
                >
                  {own.clear}
                </Button>
              </Box>
              <Typography variant="caption" component="p" sx={{ px: 1 }}>
                {own.kept}
              </Typography>
            </>
          )}
        </Box>
      )}
      <VisuallyHidden role="status">{last && own.said(last.name, last.value)}</VisuallyHidden>
    </Box>
  )
}

/** Never more than a part of the picture. */
const scrolled = { maxHeight: 'min(240px, 30cqh)', overflowY: 'auto' } as const

interface RowProps {
  row: MeasurementRow
  isSelected: boolean
  onShow: () => void
  onRemove: () => void
}

function Row({ row, isSelected, onShow, onRemove }: RowProps) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        borderRadius: 0.5,
        px: 1,
        py: 0.5,
        ...(isSelected && { bgcolor: 'tokens.accent' }),
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" color="textSecondary">
          {row.name}
        </Typography>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {row.value}
        </Typography>
        {row.detail !== '' && <Typography variant="caption">{row.detail}</Typography>}
      </Box>
      <BarButton label={own.show(row.name)} icon={Focus} size={28} onClick={onShow} />
      <BarButton label={own.remove(row.name)} icon={Trash2} size={28} onClick={onRemove} />
    </Box>
  )
}

const Line = ({ children }: { children: ReactNode }) => (
  <Typography variant="body2" color="textSecondary" sx={{ px: 1, py: 0.5 }}>
    {children}
  </Typography>
)

function GridLine({ tools }: { tools: Tools }) {
  const locale = useLocale()
  const { view } = tools
  const chosen = useToolsState(tools, (state) => state.grid.spacing)
  // Where none was chosen, the lines keep a distance that fits the zoom.
  const fitting = useViewState(view, 'viewport', () => tools.gridSpacing())
  const spacing = chosen ?? fitting
  return <Line>{own.grid(formatLength(spacing, view.image.space.unit, locale))}</Line>
}

function FieldTotal({ measurements, locale }: { measurements: readonly Measurement[]; locale: string }) {
  const diameters = measurements.flatMap((one) => (one.kind === 'field' ? [one.diameter] : []))
  if (diameters.length === 0) return null
  const area = diameters.reduce((sum, diameter) => sum + circleArea(diameter), 0)
  return <Line>{own.fields(diameters.length, formatArea(area * 1_000_000, 'µm', locale))}</Line>
}
