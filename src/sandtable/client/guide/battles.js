/** Battles to learn by, and how that is called. @type {Record<string, string>} */
export const GUIDED = {
  "nations_at_war/first-light": "Guided first battle",
  "of_war_and_men/boot-camp": "Guided Boot Camp",
};
