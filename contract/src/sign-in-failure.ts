/** The element of the embedded provider's failure page that says what went wrong: the opener of a pop-up reads it. */
export const signInFailureElement = 'sign-in-failure'
