/** What every page does: nothing yet but being one. */
export {};
