import GlobalStyles from '@mui/material/GlobalStyles'

/** On paper there is the report and nothing else of the app: white, as wide as the sheet, no chart cut in two. */
export function PrintStyles() {
  return <GlobalStyles styles={styles} />
}

const styles = {
  '@page': { margin: '14mm' },
  '@media print': {
    'html, body': { background: '#FFFFFF !important', colorScheme: 'light !important' },
    // The frame of the app, its tabs, and all that is there to be clicked on.
    '#root nav, #root header, .MuiTabs-root, a[href="#content"], [data-screen-only], .MuiDrawer-root, .MuiSnackbar-root':
      { display: 'none !important' },
    // A title stays with what it is of.
    'main section > :not(:last-child)': { breakAfter: 'avoid' },
    'main, main > *': { padding: '0 !important', margin: '0 !important', maxWidth: 'none !important' },
    '[data-print-only]': { display: 'block !important' },
  },
} as const
