import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { X } from '../../../ui/frame/icons.ts'
import { countFilters, type Filters, filterKeys, noFilters } from '../model/filters.ts'
import { words } from '../words.ts'
import { ChoiceFilter } from './choice-filter.tsx'

interface FilterRowProps {
  filters: Filters
  onChange: (changed: (filters: Filters) => Filters) => void
}

export function FilterRow({ filters, onChange }: FilterRowProps) {
  return (
    <Box
      role="search"
      aria-label={words.filters.title}
      sx={{
        display: 'grid',
        gap: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: 'repeat(3, 1fr)', lg: 'repeat(5, 1fr)' },
      }}
    >
      {filterKeys.map((key) => (
        <ChoiceFilter
          key={key}
          filter={key}
          chosen={filters[key]}
          onChange={(chosen) => onChange((now) => ({ ...now, [key]: chosen }))}
        />
      ))}
      {countFilters(filters) > 0 && (
        <Button
          color="secondary"
          startIcon={<X size={16} aria-hidden />}
          onClick={() => onChange(() => noFilters)}
          sx={{ justifySelf: 'start' }}
        >
          {words.filters.clear}
        </Button>
      )}
    </Box>
  )
}
