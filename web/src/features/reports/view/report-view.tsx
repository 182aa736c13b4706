import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useChangingAddress } from '../../../ui/address/use-address.ts'
import { copyText } from '../../../ui/form/copy-text.ts'
import { saveFile } from '../../../ui/form/save-file.ts'
import { formatDateTime } from '../../../ui/text/dates.ts'
import { useMinute } from '../../../ui/text/relative-time.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { loadDrawing } from '../chart/chart-view.tsx'
import { DrillDrawer } from '../drill/drill-drawer.tsx'
import { useFilterNames } from '../filters/use-filter-names.ts'
import { type ChartSheet, chartsCsv } from '../model/chart-csv.ts'
import type { ChartData } from '../model/chart-data.ts'
import { type ChartId, chartIds } from '../model/charts.ts'
import { type Fault, type Place, type Report, readReport, writeReport } from '../model/report.ts'
import type { Day } from '../period/days.ts'
import { writePeriod } from '../period/period.ts'
import { periodName, spanName } from '../period/period-words.ts'
import { dayIn, knownZone } from '../period/zone.ts'
import { OnPaper } from '../print/on-paper.tsx'
import { PrintHeader } from '../print/print-header.tsx'
import { words } from '../words.ts'
import { Charts } from './charts.tsx'
import { Faults } from './faults.tsx'
import { KeyFigures } from './key-figures.tsx'
import { ReportMenu } from './report-menu.tsx'
import { ReportToolbar } from './report-toolbar.tsx'
import { type ChartState, useReportData } from './use-report-data.ts'

interface ReportViewProps {
  organizationName: string
  /** Of the organisation. */
  timeZone: string
}

/** A report of what the organisation did in a period. */
export function ReportView({ organizationName, timeZone }: ReportViewProps) {
  const minute = useMinute()
  const zone = knownZone(timeZone)
  const today = dayIn(zone, minute)
  const { report, change, addressOf, faults, dismiss } = useReport(today)
  const data = useReportData(report, today)
  const filterNames = useFilterNames(report.filters)
  // While the figures are on their way. Charts tell of a failure themselves.
  useEffect(() => void loadDrawing().catch(() => {}), [])
  const spanText = spanName(data.span)
  const beforeText = spanName(data.spanBefore)

  const save = (sheets: readonly ChartSheet[], about: string) => {
    const name = `${words.csv.name(organizationName, writePeriod(report.period))}${about}.csv`
    saveFile(new Blob([chartsCsv(sheets)], { type: 'text/csv;charset=utf-8' }), safeName(name))
  }
  const saveAll = () => {
    const sheets = chartIds.flatMap((id): ChartSheet[] => {
      const content = data.charts.get(id)?.content
      return content ? [{ id, ...content }] : []
    })
    if (sheets.length < chartIds.length) showToast(words.actions.notReady, 'warning')
    else save(sheets, '')
  }
  const print = () => {
    const isLoading = chartIds.some((id) => {
      const state = data.charts.get(id)
      return state === undefined || (state.content === null && state.error === null)
    })
    if (isLoading) showToast(words.actions.notReady, 'warning')
    else window.print()
  }
  const copy = async () => {
    const isCopied = await copyText(location.href)
    showToast(isCopied ? words.actions.copied : words.actions.notCopied, isCopied ? 'success' : 'warning')
  }
  return (
    <OnPaper>
      <PrintHeader
        organizationName={organizationName}
        period={`${periodName(report.period)} (${spanText})`}
        filters={filterNames}
        made={formatDateTime(minute)}
        zone={timeZone}
      />
      <Stack sx={{ gap: { xs: 6, sm: 7 } }}>
        <Faults faults={faults} onDismiss={dismiss} />
        <ReportToolbar
          report={report}
          today={today}
          onChange={change}
          actions={<ReportMenu onCsv={saveAll} onPrint={print} onCopy={copy} />}
        />
        <KeyFigures now={data.now} before={data.before} span={spanText} beforeSpan={beforeText} />
        <Charts
          report={report}
          charts={data.charts}
          beforeName={words.compare.before(beforeText)}
          addressOf={addressOf}
          onChange={change}
          onCsv={(id: ChartId, content) => save([{ id, ...content }], ` ${words.charts[id].title}`)}
        />
        <ZoneNote timeZone={timeZone} isKnown={zone === timeZone} />
      </Stack>
      {report.list && (
        <DrillDrawer
          place={report.list}
          data={freshData(data.charts.get(report.list.chart))}
          filters={report.filters}
          slidesBy={report.slidesBy}
          onClose={() => change((now) => ({ ...now, list: null }))}
        />
      )}
    </OnPaper>
  )
}

/** Lists are asked for by the figures of this very report, not of the one before. */
function freshData(state: ChartState | undefined): ChartData | undefined {
  return state && !state.isOld ? state.content?.data : undefined
}

/** Names of files are the same on every system. */
function safeName(name: string): string {
  return name
    .replaceAll(/[^\p{L}\p{N}.\- ]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Whose days the report counts by. */
function ZoneNote({ timeZone, isKnown }: { timeZone: string; isKnown: boolean }) {
  return (
    <Typography variant="body2" color="textSecondary" data-screen-only>
      {isKnown ? words.period.zone(timeZone) : words.period.unknownZone(timeZone)}
    </Typography>
  )
}

/** The report as the address has it, how to change it, and what of the address could not be read. */
function useReport(today: Day) {
  const [parameters, setParameters] = useChangingAddress()
  const [told, setTold] = useState<readonly Fault[]>([])
  const { report, faults } = useMemo(() => readReport(parameters, today), [parameters, today])

  // What makes no sense is told, and not left in the address to be handed on.
  useEffect(() => {
    if (faults.length === 0) return
    setTold(faults)
    setParameters((now) => writeReport(readReport(now, today).report, today, now), {
      replace: true,
      preventScrollReset: true,
    })
  }, [faults, setParameters, today])

  const change = useCallback(
    (changed: (report: Report) => Report) =>
      setParameters((now) => writeReport(changed(readReport(now, today).report), today, now), {
        preventScrollReset: true,
      }),
    [setParameters, today],
  )
  const addressOf = useCallback(
    (place: Place) => `?${writeReport({ ...report, list: place }, today, parameters)}`,
    [report, today, parameters],
  )
  return { report, change, addressOf, faults: told, dismiss: () => setTold([]) }
}
