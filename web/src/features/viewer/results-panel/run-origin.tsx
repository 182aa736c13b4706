import type { InferenceJobWithProvenance } from '@cresyl/contract/predictors/inference-jobs'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { OverriddenBadge } from '../../../ui/slide/overridden-badge.tsx'
import { qcWords } from '../../../ui/text/qc-words.ts'
import { scaleText } from '../info-panel/facts.ts'
import { type Fact, Facts, Note } from '../info-panel/info-section.tsx'
import { Moment } from '../info-panel/slide-section.tsx'
import { useChannelsOf, useRun } from './queries.ts'
import {
  channelFacts,
  factLine,
  figureText,
  learnedFacts,
  type NamedChannels,
  settingFacts,
} from './run-facts.ts'
import { words } from './words.ts'

const own = words.why

/** Why a pixel of a result looks so: everything by which it can be told, and made again. */
export function RunOrigin({ id }: { id: string }) {
  const { data, error } = useRun(id)
  const channels = useChannelsOf(data)
  if (data === undefined) {
    return error ? (
      <Note>{error.message}</Note>
    ) : (
      <Skeleton role="status" aria-label={own.loading} variant="rounded" height={160} sx={{ mt: 2 }} />
    )
  }
  return (
    <Box
      role="group"
      aria-label={own.title}
      sx={{ mt: 2, p: 3, borderRadius: 1, bgcolor: 'background.default' }}
    >
      <Facts rows={originRows(data, channels)} />
    </Box>
  )
}

function originRows(run: InferenceJobWithProvenance, channels: NamedChannels): Fact[] {
  const { provenance, predictor } = run
  const settings = settingFacts(run).map(factLine)
  const learned = learnedFacts(run, channels).map(factLine)
  return [
    [own.predictor, `${predictor.name} ${predictor.version}`],
    [own.digest, <Code key="digest">{predictor.digest}</Code>],
    ...(provenance
      ? ([
          [
            own.file,
            provenance.file_hash === null ? own.fileUnknown : <Code key="file">{provenance.file_hash}</Code>,
          ],
        ] as const)
      : []),
    [own.settings, <Lines key="settings" lines={settings.length > 0 ? settings : [own.noSettings]} />],
    ...(Object.keys(run.channels).length > 0
      ? ([
          [own.channels, <Lines key="channels" lines={channelFacts(run, channels).map(factLine)} />],
        ] as const)
      : []),
    ...(provenance ? ([[own.mpp, own.mppOf(figureText(provenance.mpp))]] as const) : []),
    ...(run.made_scale ? ([[own.slideMpp, scaleText(run.made_scale)]] as const) : []),
    ...(run.mpp === null ? [] : ([['', own.mppSaid(figureText(run.mpp))]] as const)),
    ...(provenance
      ? ([[own.tiles, own.tilesOf(provenance.tiles_computed, provenance.tiles_skipped)]] as const)
      : []),
    ...(learned.length > 0 ? ([[own.learned, <Lines key="learned" lines={learned} />]] as const) : []),
    [own.qc, <Quality key="qc" run={run} />],
    ...(provenance?.override_reason
      ? ([[own.reason, <bdi key="reason">{provenance.override_reason}</bdi>]] as const)
      : []),
    [own.by, run.created_by ? <bdi key="by">{run.created_by.name}</bdi> : own.byPlatform],
    [own.at, <Moment key="at" time={run.created_at} />],
    ...(run.finished_at === null ? [] : ([[own.took, <Moment key="end" time={run.finished_at} />]] as const)),
    ...(provenance?.machine ? ([[own.machine, provenance.machine]] as const) : []),
    ...(provenance ? ([[own.program, provenance.program]] as const) : []),
    [own.run, <Code key="run">{run.id}</Code>],
  ]
}

function Quality({ run }: { run: InferenceJobWithProvenance }) {
  return (
    <>
      {qcWords[run.qc_state]}
      {run.qc_overridden && (
        <Box>
          <OverriddenBadge by={run.qc_overridden_by} />
        </Box>
      )}
    </>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => <div key={line}>{line}</div>)
}

function Code({ children }: { children: string }) {
  return (
    <Box component="code" sx={{ fontSize: '0.75rem', overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  )
}
