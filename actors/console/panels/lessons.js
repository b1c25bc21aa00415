/**
 * The lessons: each step sets the arm up, says what to watch, and reads a number that proves it.
 *
 * A step is { text, run, proof }. run(arm) sets the arm up; proof(arm) returns a sentence with the
 * measured number beside the expected one, or null while there is nothing to say yet. `watch` is
 * the title of a plot. A lesson with `harms` needs the service that kills actors.
 */

import { LESSONS_OF_CONTROL } from "./lessons_of_control.js";
import { LESSONS_OF_FAULTS } from "./lessons_of_faults.js";

export const LESSONS = [...LESSONS_OF_CONTROL, ...LESSONS_OF_FAULTS];
