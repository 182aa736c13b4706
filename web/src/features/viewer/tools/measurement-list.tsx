import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { formatArea, formatLength } from '../../../engine/viewer/amounts.ts'
import { circleArea } from '../../../engine/viewer/tools/arithmetic.ts'
import type { Tools } from '../../../engine/viewer/tools/create-tools.ts'
import type { Measurement } from '../../../engine/viewer/tools/measurement.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { Focus, Trash2 } from '../../../ui/icons.ts'
import { useLocale } from '../../../ui/locale.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { BarButton } from '../frame/bar-button.tsx'
import { floating } from '../frame/floating.ts'
import { useViewState } from '../viewer-context.tsx'
import { type MeasurementRow, rowsOf, tableOf } from './measurement-rows.ts'
import { useActiveTools, useToolsState } from './use-tools.ts'
import { words } from './words.ts'

const own = words.list

/** What was measured in the pane in use; nothing where there is nothing. */
export function MeasurementList() {
  const tools = useActiveTools()
  return tools && <List tools={tools} />
}

function List({ tools }: { tools: Tools }) {
  const locale = useLocale()
  const headingId = useId()
  const measurements = useToolsState(tools, (state) => state.measurements)
  const selected = useToolsState(tools, (state) => state.selected)
  const isGridShown = useToolsState(tools, (state) => state.grid.shown)
  if (measurements.length === 0 && !isGridShown) return null
  const rows = rowsOf(measurements, tools.view.image.space, locale)
  const last = rows.at(-1)

  async function copy() {
    const isCopied = await copyText(tableOf(rows))
    showToast(isCopied ? own.copied : own.notCopied, isCopied ? 'success' : 'error')
  }

  return (
    <Box
      component="section"
      aria-labelledby={headingId}
      sx={{ ...floating, p: 2, width: 264, userSelect: 'none' }}
    >
      <Typography variant="h3" id={headingId} sx={{ px: 1 }}>
        {own.title}
      </Typography>
      {isGridShown && <GridLine tools={tools} />}
      <FieldTotal measurements={measurements} locale={locale} />
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 240, overflowY: 'auto' }}>
        {rows.map((row) => (
          <Row key={row.id} row={row} isSelected={row.id === selected} tools={tools} />
        ))}
      </Box>
      {rows.length > 0 && (
        <Box sx={{ display: 'flex', justifyContent: 'space-between', mt: 1 }}>
          <Button size="small" onClick={copy}>
            {own.copy}
          </Button>
          <Button size="small" color="error" onClick={() => tools.clear()}>
            {own.clear}
          </Button>
        </Box>
      )}
      <VisuallyHidden role="status">{last && own.said(last.name, last.value)}</VisuallyHidden>
    </Box>
  )
}

function Row({ row, isSelected, tools }: { row: MeasurementRow; isSelected: boolean; tools: Tools }) {
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
      <BarButton label={own.show(row.name)} icon={Focus} size={28} onClick={() => tools.flyTo(row.id)} />
      <BarButton label={own.remove(row.name)} icon={Trash2} size={28} onClick={() => tools.remove(row.id)} />
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
