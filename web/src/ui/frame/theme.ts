import {
  appColours,
  type BrandColours,
  type BrandTokens,
  brandedTokens,
} from '@cresyl/contract/slides/contrast'
import { createTheme, type Theme } from '@mui/material/styles'

export type ThemeMode = 'light' | 'dark'

/** `accent` is for selection, hover, chips. */
export interface Tokens extends BrandTokens {
  background: string
  surface: string
  /** Menus, dialogs, toasts. */
  raised: string
  text: string
  muted: string
  /** Lines between things. */
  border: string
  /** Edges of controls: a person must be able to find them (3:1). */
  outline: string
  pass: string
  warn: string
  fail: string
  info: string
}

/** Where an organisation has chosen no colours of its own. */
export const noBranding: BrandColours = { primary: null, accent: null }

/** Every colour of the app, for an organisation. The contrast of the pairs in use is tested. */
export function tokensOf(mode: ThemeMode, branding: BrandColours): Tokens {
  return { ...commonColours[mode], ...brandedTokens(branding, mode) }
}

const commonColours = {
  light: {
    ...appColours.light,
    border: '#E6DFEC',
    outline: '#8D8298',
    pass: '#1B7F50',
    warn: '#9A6700',
    fail: '#C5303B',
    info: '#2B6CB0',
  },
  dark: {
    ...appColours.dark,
    border: '#352D40',
    outline: '#7A6E88',
    pass: '#4CC38A',
    warn: '#E2A336',
    fail: '#FF6B72',
    info: '#6CB0F5',
  },
}

const radius = 8
const spacingUnit = 4
/** Milliseconds; nothing moves longer. */
export const longestMotion = 150

declare module '@mui/material/styles' {
  interface Palette {
    tokens: Tokens
  }
  interface PaletteOptions {
    tokens: Tokens
  }
}

/** Sticks to the top of every page. */
export const topBarHeight = 56

/** As high as what stands above the top bar on every page; nothing does, most of the time. */
export const bannerHeightVariable = '--banner-height'
export const bannerHeight = `var(${bannerHeightVariable}, 0px)`

export function createAppTheme(mode: ThemeMode, branding: BrandColours = noBranding): Theme {
  const colours = tokensOf(mode, branding)
  return createTheme({
    spacing: spacingUnit,
    shape: { borderRadius: radius },
    motion: { reducedMotion: 'system' },
    transitions: {
      duration: {
        shortest: 75,
        shorter: 100,
        short: 125,
        standard: longestMotion,
        complex: longestMotion,
        enteringScreen: longestMotion,
        leavingScreen: 100,
      },
    },
    palette: palette(mode, colours),
    typography: {
      fontFamily: "'Public Sans Variable', system-ui, sans-serif",
      fontSize: 14,
      h1: { fontSize: '1.5rem', lineHeight: '2rem', fontWeight: 600, letterSpacing: '-0.01em' },
      h2: { fontSize: '1.125rem', lineHeight: '1.625rem', fontWeight: 600 },
      h3: { fontSize: '0.9375rem', lineHeight: '1.375rem', fontWeight: 600 },
      body1: { fontSize: '0.875rem', lineHeight: '1.25rem' },
      body2: { fontSize: '0.8125rem', lineHeight: '1.125rem' },
      button: { textTransform: 'none', fontWeight: 600, fontSize: '0.875rem', lineHeight: '1.25rem' },
      caption: { fontSize: '0.75rem', lineHeight: '1rem' },
    },
    components: components(colours),
  })
}

function palette(mode: ThemeMode, colours: Tokens) {
  const status = (main: string) => ({
    main,
    dark: main,
    contrastText: mode === 'light' ? '#FFFFFF' : '#1B1026',
  })
  return {
    mode,
    tokens: colours,
    primary: { main: colours.primary, dark: colours.primaryHover, contrastText: colours.onPrimary },
    secondary: { main: colours.muted, contrastText: colours.surface },
    success: status(colours.pass),
    warning: status(colours.warn),
    error: status(colours.fail),
    info: status(colours.info),
    background: { default: colours.background, paper: colours.surface },
    text: { primary: colours.text, secondary: colours.muted, disabled: colours.muted },
    divider: colours.border,
    action: { hover: colours.accent, selected: colours.accent, focus: colours.accent },
  }
}

function components(colours: Tokens): NonNullable<Parameters<typeof createTheme>[0]>['components'] & object {
  const raised = {
    backgroundColor: colours.raised,
    backgroundImage: 'none',
    border: `1px solid ${colours.border}`,
  }
  const floating = { ...raised, boxShadow: '0 8px 24px rgb(20 17 24 / 0.16)' }
  return {
    MuiCssBaseline: { styleOverrides: baseline(colours) },
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: { root: { minHeight: 36, paddingInline: 14, whiteSpace: 'nowrap' } },
    },
    MuiIconButton: { styleOverrides: { root: { borderRadius: radius, color: colours.muted } } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiPopover: { styleOverrides: { paper: floating } },
    MuiAutocomplete: { styleOverrides: { paper: floating } },
    MuiMenuItem: { styleOverrides: { root: { minHeight: 40, whiteSpace: 'normal' } } },
    MuiDialog: { styleOverrides: { paper: raised, paperFullScreen: { border: 'none' } } },
    MuiDialogTitle: {
      defaultProps: { variant: 'h2' },
      styleOverrides: { root: { padding: '20px 24px 8px' } },
    },
    MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          backgroundColor: colours.surface,
          '&:hover:not(.Mui-focused):not(.Mui-error) .MuiOutlinedInput-notchedOutline': {
            borderColor: colours.muted,
          },
        },
        notchedOutline: { borderColor: colours.outline },
      },
    },
    MuiTooltip: {
      defaultProps: { enterDelay: 300, enterTouchDelay: 0, leaveTouchDelay: 6000, describeChild: true },
      styleOverrides: {
        tooltip: {
          backgroundColor: colours.text,
          color: colours.background,
          fontSize: '0.75rem',
          lineHeight: '1rem',
          padding: '6px 10px',
          maxWidth: 280,
        },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        root: {
          padding: '4px 12px',
          height: 44,
          borderColor: colours.border,
          fontSize: '0.875rem',
          lineHeight: '1.25rem',
        },
        head: {
          color: colours.muted,
          fontWeight: 600,
          backgroundColor: colours.surface,
          whiteSpace: 'nowrap',
        },
        // The page scrolls, not the table: its header stays below the top bar.
        stickyHeader: { top: `calc(${topBarHeight}px + ${bannerHeight})` },
      },
    },
    MuiToggleButton: {
      styleOverrides: {
        root: {
          borderColor: colours.outline,
          backgroundColor: colours.surface,
          // Its own border lies over that of the one before: the line between them must show through.
          backgroundClip: 'padding-box',
          color: colours.muted,
          padding: '7px 14px',
          '&.Mui-selected, &.Mui-selected:hover': {
            backgroundColor: colours.accent,
            color: colours.primary,
            zIndex: 1,
          },
        },
      },
    },
    MuiAlert: {
      styleOverrides: {
        root: { fontSize: '0.875rem', lineHeight: '1.25rem', alignItems: 'center' },
        outlined: { color: colours.text },
        action: { padding: '0 0 0 16px', alignItems: 'center', gap: 4 },
      },
    },
    MuiSkeleton: { defaultProps: { animation: 'pulse' } },
    MuiLink: { defaultProps: { underline: 'hover' } },
  }
}

function baseline(colours: Tokens) {
  return {
    body: { fontVariantNumeric: 'tabular-nums', lineHeight: '1.25rem', overflowWrap: 'break-word' },
    'a, button, input, textarea, [tabindex], .MuiButtonBase-root': {
      '&:focus-visible': { outline: `2px solid ${colours.primary}`, outlineOffset: 2 },
    },
    // The control itself is invisible: its box or circle shows the focus.
    '.MuiRadio-root.Mui-focusVisible, .MuiCheckbox-root.Mui-focusVisible': {
      outline: `2px solid ${colours.primary}`,
      outlineOffset: -4,
    },
    // The ring of an outlined field is its own border.
    '.MuiInputBase-input:focus-visible': { outline: 'none !important' },
    // Figures that change several times a second would keep the page in motion all the time.
    '.MuiLinearProgress-determinate .MuiLinearProgress-bar, .MuiCircularProgress-determinate .MuiCircularProgress-circle':
      { transition: 'none' },
    // They take the focus so that reading goes on there, not to be acted on.
    'main:focus, h1:focus, [role$="dialog"]:focus, .MuiDialog-container:focus': {
      outline: 'none !important',
    },
    '@media (prefers-reduced-motion: reduce)': {
      '*, *::before, *::after': {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        transitionDuration: '0s !important',
        scrollBehavior: 'auto !important',
      },
    },
  }
}
