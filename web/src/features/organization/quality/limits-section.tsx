import { type Modality, measureOf, qcMeasureKeys } from '@cresyl/contract/qc-measures'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { MeasureLimits } from './measure-limits.tsx'
import { StainScope } from './stain-scope.tsx'
import type { DraftScope, LimitsEdit } from './thresholds-draft.ts'
import { words } from './words.ts'

const own = words.limits
const modalities: readonly (Modality | 'any')[] = ['any', 'brightfield', 'fluorescence']

/** The limits of every measure, for all stains or for one. */
export function LimitsSection({ edit, disabled }: { edit: LimitsEdit; disabled: boolean }) {
  const [chosen, setScope] = useState<DraftScope>(null)
  // Discarding may have taken the stain away.
  const scope = chosen !== null && edit.draft.stains[chosen] === undefined ? null : chosen
  return (
    <Panel title={own.title} context={own.context}>
      <StainScope edit={edit} scope={scope} onScope={setScope} disabled={disabled} />
      <Stack sx={{ gap: 6, mt: 5 }}>
        {modalities.map((modality) => (
          <section key={modality} aria-label={own.groups[modality]}>
            <Typography variant="h3" sx={{ mb: 1 }}>
              {own.groups[modality]}
            </Typography>
            {qcMeasureKeys
              .filter((key) => measureOf(key).modality === modality)
              .map((key) => (
                <MeasureLimits key={key} measure={key} scope={scope} edit={edit} disabled={disabled} />
              ))}
          </section>
        ))}
      </Stack>
    </Panel>
  )
}
