import Box from '@mui/material/Box'
import type { Belonging } from '../../../engine/uploads/upload-api.ts'
import { words } from '../words.ts'
import { ProjectPicker } from './project-picker.tsx'
import { useStainChoices, useTissueChoices } from './queries.ts'
import type { SharedBelonging } from './shared-belonging.ts'
import { TermPicker } from './term-picker.tsx'

interface BelongingFieldsProps {
  value: SharedBelonging
  onChange: (changes: Partial<Belonging>) => void
  /** One under the other, as in a dialog. */
  stacked?: boolean
}

/** Where slides belong and what they show: project, tissue and stain. */
export function BelongingFields({ value, onChange, stacked = false }: BelongingFieldsProps) {
  const tissues = useTissueChoices()
  const stains = useStainChoices()
  const columns = stacked ? '1fr' : { xs: '1fr', md: '2fr 1fr 1fr' }
  return (
    <Box sx={{ display: 'grid', gap: stacked ? 5 : 3, gridTemplateColumns: columns, alignItems: 'start' }}>
      <ProjectPicker value={value.projectId} onChange={(projectId) => onChange({ projectId })} />
      <TermPicker
        label={words.belonging.tissue}
        choices={tissues}
        value={value.tissueId}
        onChange={(tissueId) => onChange({ tissueId })}
      />
      <TermPicker
        label={words.belonging.stain}
        choices={stains}
        value={value.stainerId}
        onChange={(stainerId) => onChange({ stainerId })}
      />
    </Box>
  )
}
