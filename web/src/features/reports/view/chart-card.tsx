import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { ArrowDownToLine, FileChartColumn, RefreshCw, Table } from '../../../ui/frame/icons.ts'
import { ChartTable } from '../chart/chart-table.tsx'
import { isEmpty } from '../model/chart-data.ts'
import { type ChartId, chartOf } from '../model/charts.ts'
import type { Place } from '../model/report.ts'
import type { ChartContent } from '../model/view-of.ts'
import { words } from '../words.ts'
import { chartElementId } from './chart-element-id.ts'
import { ChartPicture } from './chart-picture.tsx'

interface ChartCardProps {
  id: ChartId
  /** Null until it is known. */
  content: ChartContent | null
  error: Error | null
  /** Whether another answer is on its way. */
  isOld: boolean
  asTable: boolean
  /** What the period before is called. */
  beforeName: string
  /** More to choose, beside the title. */
  choice?: ReactNode
  addressOf: (place: Place) => string
  onTable: (asTable: boolean) => void
  onPlace: (place: Place) => void
  onCsv: (content: ChartContent) => void
  onRetry: () => void
}

/** A chart with its title, what it says in words, its table and its file. */
export function ChartCard(props: ChartCardProps) {
  const { id, content, isOld, asTable, choice, onTable, onCsv } = props
  const { title, about } = words.charts[id]
  const titleId = useId()
  return (
    <Box
      component="section"
      id={chartElementId(id)}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-busy={isOld}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        p: { xs: 4, sm: 5 },
        minWidth: 0,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        scrollMarginTop: 72,
        breakInside: 'avoid',
      }}
    >
      <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start', mb: 3 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h3" id={titleId}>
            {title}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {about}
          </Typography>
        </Box>
        {choice}
        <Action
          label={words.chart.ofChart(asTable ? words.chart.showChart : words.chart.showTable, title)}
          tip={asTable ? words.chart.showChart : words.chart.showTable}
          icon={asTable ? FileChartColumn : Table}
          onClick={() => onTable(!asTable)}
        />
        <Action
          label={words.chart.ofChart(words.chart.csv, title)}
          tip={words.chart.csv}
          icon={ArrowDownToLine}
          onClick={content ? () => onCsv(content) : undefined}
        />
      </Stack>
      <Box sx={{ flex: 1, display: 'flex', flexDirection: 'column', opacity: isOld ? 0.6 : 1 }}>
        <Content {...props} />
      </Box>
    </Box>
  )
}

interface ActionProps {
  label: string
  tip: string
  icon: LucideIcon
  onClick: (() => void) | undefined
}

function Action({ label, tip, icon: Icon, onClick }: ActionProps) {
  return (
    <Tooltip title={tip} describeChild={false}>
      <IconButton
        size="small"
        aria-label={label}
        aria-disabled={onClick === undefined}
        onClick={onClick}
        data-screen-only
        sx={{ mt: -1, p: 2 }}
      >
        <Icon size={16} aria-hidden />
      </IconButton>
    </Tooltip>
  )
}

function Content(props: ChartCardProps) {
  const { id, content, error, asTable, addressOf, onRetry } = props
  if (content === null) return error ? <Failed error={error} onRetry={onRetry} /> : <Loading />
  const table = <ChartTable id={id} data={content.data} before={content.before} addressOf={addressOf} />
  if (isEmpty(content.data) && (content.before === null || isEmpty(content.before))) return <Nothing />
  if (asTable) return table
  return (
    <ChartPicture
      id={id}
      shape={chartOf(id).shape}
      content={content}
      beforeName={props.beforeName}
      onPlace={props.onPlace}
      table={table}
    />
  )
}

/** As high as most charts with their sentences, so that little jumps. */
const usualHeight = 308

function Loading() {
  return (
    <Box role="status" aria-label={words.loading}>
      <Skeleton variant="rounded" height={usualHeight} data-screen-only />
      <Typography data-print-only sx={{ display: 'none' }}>
        {words.print.tooSoon}
      </Typography>
    </Box>
  )
}

function Nothing() {
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 140,
        display: 'grid',
        placeItems: 'center',
        '@media print': { minHeight: 0 },
      }}
    >
      <Typography color="textSecondary">{words.nothing}</Typography>
    </Box>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Alert
      severity="error"
      variant="outlined"
      action={
        <Button
          size="small"
          color="inherit"
          onClick={onRetry}
          startIcon={<RefreshCw size={16} aria-hidden />}
        >
          {words.retry}
        </Button>
      }
    >
      <strong>{words.failed}.</strong> {error.message}
    </Alert>
  )
}
