import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { Section } from '../../../ui/frame/section.tsx'
import { type ChartId, chartsOf, type SectionId, sectionIds } from '../model/charts.ts'
import { type SlideGroup, slideGroups } from '../model/filters.ts'
import type { Place, Report } from '../model/report.ts'
import type { ChartContent } from '../model/view-of.ts'
import { words } from '../words.ts'
import { ChartCard } from './chart-card.tsx'
import type { ChartState } from './use-report-data.ts'

interface ChartsProps {
  report: Report
  charts: ReadonlyMap<ChartId, ChartState>
  beforeName: string
  addressOf: (place: Place) => string
  onChange: (changed: (report: Report) => Report) => void
  onCsv: (id: ChartId, content: ChartContent) => void
}

/** Predictors have to do with these only. */
const ofPredictors: readonly SectionId[] = ['inference', 'downloads', 'turnaround']

export function Charts({ report, charts, beforeName, addressOf, onChange, onCsv }: ChartsProps) {
  const isByPredictor = report.filters.predictor.length > 0
  return (
    <Stack sx={{ gap: { xs: 7, sm: 8 } }}>
      {sectionIds.map((section) => (
        <ReportSection
          key={section}
          id={section}
          note={isByPredictor && !ofPredictors.includes(section) ? words.filters.notHere : undefined}
        >
          {chartsOf(section).map((id) => {
            const state = charts.get(id)
            return (
              <ChartCard
                key={id}
                id={id}
                content={state?.content ?? null}
                error={state?.error ?? null}
                isOld={state?.isOld ?? false}
                asTable={report.tables.includes(id)}
                beforeName={beforeName}
                choice={
                  id === 'slides' && (
                    <SlideGroupSelect
                      group={report.slidesBy}
                      onChange={(slidesBy) => onChange((now) => ({ ...now, slidesBy, list: null }))}
                    />
                  )
                }
                addressOf={addressOf}
                onTable={(asTable) => onChange((now) => withTable(now, id, asTable))}
                onPlace={(list) => onChange((now) => ({ ...now, list }))}
                onCsv={(content) => onCsv(id, content)}
                onRetry={() => state?.retry()}
              />
            )
          })}
        </ReportSection>
      ))}
    </Stack>
  )
}

function withTable(report: Report, id: ChartId, asTable: boolean): Report {
  const others = report.tables.filter((each) => each !== id)
  return { ...report, tables: asTable ? [...others, id] : others }
}

function SlideGroupSelect({ group, onChange }: { group: SlideGroup; onChange: (group: SlideGroup) => void }) {
  return (
    <TextField
      select
      size="small"
      value={group}
      onChange={(event) => onChange(event.target.value as SlideGroup)}
      slotProps={{
        select: { 'aria-label': words.slidesBy, SelectDisplayProps: { 'aria-label': words.slidesBy } },
      }}
      data-screen-only
      sx={{ minWidth: 120, mt: -1, '& .MuiSelect-select': { py: 1.25 } }}
    >
      {slideGroups.map((each) => (
        <MenuItem key={each} value={each}>
          {words.slideGroups[each]}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** Charts about one thing. */
function ReportSection({
  id,
  note,
  children,
}: {
  id: SectionId
  note?: string | undefined
  children: ReactNode
}) {
  const { title, about } = words.sections[id]
  return (
    <Section title={title} context={note ? `${about}. ${note}` : about}>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          '@media print': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {children}
      </Box>
    </Section>
  )
}
