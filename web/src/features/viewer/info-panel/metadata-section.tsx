import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { SearchField } from '../../../ui/list/search-field.tsx'
import { searchMetadata } from './facts.ts'
import { InfoSection, Note } from './info-section.tsx'
import { words } from './words.ts'

const own = words.metadata

interface MetadataSectionProps {
  metadata: Readonly<Record<string, string>>
  /** Undefined until known. */
  maySee: boolean | undefined
}

/** All that the vendor wrote into the file, as it stands there. */
export function MetadataSection({ metadata, maySee }: MetadataSectionProps) {
  const isEmpty = Object.keys(metadata).length === 0
  return (
    <InfoSection title={own.title}>
      {!isEmpty ? (
        <Entries metadata={metadata} />
      ) : maySee === false ? (
        <Note>{words.labels.metadataRefused}</Note>
      ) : (
        <Note>{own.empty}</Note>
      )}
    </InfoSection>
  )
}

function Entries({ metadata }: Pick<MetadataSectionProps, 'metadata'>) {
  const [search, setSearch] = useState('')
  const found = searchMetadata(metadata, search)
  return (
    <>
      <SearchField label={own.search} search={search} onSearch={setSearch} />
      <Typography variant="caption" component="p" color="textSecondary" role="status" sx={{ my: 1.5 }}>
        {found.length === 0 ? own.nothingFound : own.found(found.length)}
      </Typography>
      {found.length > 0 && (
        <Box
          component="dl"
          // Reached by Tab, so that the keyboard can scroll it.
          tabIndex={0}
          aria-label={own.list}
          sx={{ m: 0, maxHeight: 320, overflowY: 'auto', typography: 'body2' }}
        >
          {found.map(({ name, value }) => (
            <Box key={name} sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
              <Box component="dt" dir="auto" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {name}
              </Box>
              <Box component="dd" dir="auto" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                {value}
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </>
  )
}
