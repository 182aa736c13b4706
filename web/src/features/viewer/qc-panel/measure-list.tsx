import type { QcJobWithMeasures } from '@cresyl/contract/qc-jobs'
import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { InfoSection, Note } from '../info-panel/info-section.tsx'
import { MeasureItem } from './measure-item.tsx'
import { measureRows } from './measure-rows.ts'
import { useQcDesk } from './qc-desk.tsx'
import { words } from './words.ts'

/** What was measured, the worst first. */
export function MeasureList({ imageId, check }: { imageId: string; check: QcJobWithMeasures }) {
  const { point } = useQcDesk()
  const rows = measureRows(check)
  // What is pointed at goes with the list.
  useEffect(() => () => point(null), [point])
  return (
    <InfoSection title={words.measures.title}>
      {rows.some(({ overlay }) => overlay !== null) && <Note>{words.measures.hint}</Note>}
      <Box
        component="ul"
        aria-label={words.measures.title}
        sx={{ listStyle: 'none', m: 0, mx: -4, mt: 2, p: 0 }}
      >
        {rows.map((row) => (
          <MeasureItem key={row.id} row={row} imageId={imageId} checkId={check.id} />
        ))}
      </Box>
    </InfoSection>
  )
}
