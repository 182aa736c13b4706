import type { ManifestParam, PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import type { Predictor } from '@cresyl/contract/predictors/predictors'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Section } from '../../ui/frame/section.tsx'
import { SideDrawer } from '../../ui/frame/side-drawer.tsx'
import { DetailList } from '../../ui/list/detail-list.tsx'
import { formatDate, formatDateTime } from '../../ui/text/dates.ts'
import { PredictorExample } from './predictor-example.tsx'
import { detailOf, kindOf, needsOf, rangeText, settingText } from './predictor-facts.ts'
import { words } from './words.ts'

const own = words.drawer

/** Everything that is said of a predictor. */
export function PredictorDrawer({ predictor, onClose }: { predictor: Predictor; onClose: () => void }) {
  const { manifest } = predictor
  return (
    <SideDrawer title={manifest.name} closeLabel={own.close} onClose={onClose}>
      <Box sx={{ p: 5, display: 'grid', gap: 6 }}>
        <Typography sx={{ whiteSpace: 'pre-line' }}>{manifest.summary}</Typography>
        <PredictorExample predictor={predictor} />
        <Prose title={own.intendedUse}>{manifest.intended_use}</Prose>
        <Prose title={own.limitations}>{manifest.limitations}</Prose>
        <Section title={own.inputs}>
          <DetailList rows={inputRows(manifest.input)} />
        </Section>
        <Section title={own.outputs}>
          <DetailList
            rows={manifest.outputs.map((output) => [output.label, joined(kindOf(output), detailOf(output))])}
          />
        </Section>
        <Section title={own.params}>
          {manifest.params.length === 0 ? (
            <Typography color="textSecondary">{own.noParams}</Typography>
          ) : (
            <DetailList rows={manifest.params.map((param) => [param.label, paramText(param, predictor)])} />
          )}
        </Section>
        <Prose title={own.method}>{manifest.method}</Prose>
        {manifest.sources.length > 0 && (
          <Section title={own.sources}>
            <List>{manifest.sources}</List>
          </Section>
        )}
        <Section title={own.about}>
          <DetailList rows={aboutRows(predictor)} />
        </Section>
        <Section title={own.versions}>
          <DetailList
            rows={predictor.versions.map(({ version, digest, since }) => [
              version,
              <span key={version}>
                {own.since} {formatDate(since)}
                <br />
                <Code>{digest}</Code>
              </span>,
            ])}
          />
        </Section>
      </Box>
    </SideDrawer>
  )
}

const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ')

function inputRows(input: PredictorManifest['input']): [string, ReactNode][] {
  return [
    [words.needs, needsOf(input)],
    [own.computesAt, own.mpp(input.mpp)],
    [own.region, own.regions[input.region]],
    [own.gate, input.qc_gate ? own.gated : own.notGated],
  ]
}

function paramText(param: ManifestParam, { preferred_params: preferred }: Predictor): string {
  const value = preferred[param.key]
  return [
    param.help,
    param.kind === 'number' ? `${rangeText(param)}.` : '',
    `${own.proposed}: ${settingText(param, param.default)}`,
    value === undefined ? '' : `${own.preferred}: ${settingText(param, value)}`,
  ]
    .filter((part) => part !== '')
    .join('\n')
}

function aboutRows({ manifest, digest, enabled, enabled_by: by, enabled_at: at }: Predictor) {
  const rows: [string, ReactNode][] = [
    [own.version, manifest.version],
    [own.digest, <Digest key="digest" digest={digest} />],
    [own.licence, manifest.licence],
    [own.runtime, own[manifest.runtime]],
    [
      enabled ? own.enabledBy : own.disabledBy,
      by === null && at === null ? own.nobody : joined(by?.name ?? '', at === null ? '' : formatDateTime(at)),
    ],
  ]
  return rows
}

function Digest({ digest }: { digest: string }) {
  return (
    <>
      <Code>{digest}</Code>
      <Typography variant="body2" color="textSecondary">
        {own.digestHint}
      </Typography>
    </>
  )
}

function Code({ children }: { children: string }) {
  return (
    <Box component="code" sx={{ fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  )
}

function Prose({ title, children }: { title: string; children: string }) {
  return (
    <Section title={title}>
      <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{children}</Typography>
    </Section>
  )
}

function List({ children }: { children: readonly string[] }) {
  return (
    <Box component="ul" sx={{ m: 0, pl: 5, display: 'grid', gap: 1, overflowWrap: 'anywhere' }}>
      {children.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </Box>
  )
}
