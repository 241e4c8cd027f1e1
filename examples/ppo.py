"""Masked PPO that scores the row of each option, and the computer player that comes of it.

    pip install 'sandtable[rl]' sb3-contrib
    python examples/ppo.py first-light --steps 200000
    sandtable play first-light --bot examples/ppo.py:Learned --seat soviet=learned
    sandtable lab run first-light --bot examples/ppo.py:Learned --seats learned,greedy

What is learned goes to NAME.zip and the curve to NAME.csv, in the folder of the variable SANDTABLE_LEARNED or in the
one you are in. The player looks for it there too.
"""

import argparse
import csv
import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv
from torch import Tensor, nn

from sandtable.bots.player import Bot, Seat
from sandtable.environments import gym_env
from sandtable.environments.encoder import Encoder, encoder_for
from sandtable.environments.layout import OPTION_COLUMNS, Layout
from sandtable.table.decision import Choice

HIDDEN, NAMED = 64, 16  # how wide the layers are, and the vector of a verb or a place
VERB, PIECE, TARGET, PLACE = (OPTION_COLUMNS.index(name) for name in ("verb", "piece", "target", "place"))
ENVIRONMENTS, MOVES = 8, 256  # battles side by side, and moves in each before the weights change
DISCOUNT = 0.999
FIRST_SEED, FRESH_SEED = 1_000_000, 2_000_000  # of the battles for the curve, and of those that measure what is saved


class Scores(MaskableActorCriticPolicy):
    """An option is worth what its row says, with the rows of piece, target and place that it names."""

    def __init__(self, *args: Any, layout: Layout, **more: Any) -> None:
        self.layout = layout
        super().__init__(*args, **more)

    def _build(self, lr_schedule: Any) -> None:
        layout = self.layout
        place = len(layout.place_columns) + NAMED
        piece = len(layout.piece_columns) + place
        self.verbs = nn.Embedding(len(layout.verbs), NAMED)
        self.places = nn.Embedding(layout.places + 1, NAMED)  # what is to be learned about a place of this map
        self.piece = nn.Sequential(nn.Linear(piece, HIDDEN), nn.Tanh())
        known = len(layout.global_columns) + len(layout.kinds) + 2 * HIDDEN
        self.situation = nn.Sequential(nn.Linear(known, HIDDEN), nn.Tanh())
        row = NAMED + len(OPTION_COLUMNS) + 2 * HIDDEN + place
        self.score = nn.Sequential(
            nn.Linear(row + HIDDEN, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, 1)
        )
        self.value = nn.Sequential(nn.Linear(HIDDEN, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, 1))
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def judged(self, seen: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """The scores of all options, and how well the seat stands. Only options that are there are looked at."""
        facts, columns = squeezed(seen["globals"]), self.layout.piece_columns
        places = torch.cat([squeezed(seen["places"]), self.places.weight[1:].expand(len(facts), -1, -1)], 2)
        pieces = squeezed(seen["pieces"])
        stands = places.new_zeros(*pieces.shape[:2], places.shape[2])  # on a plane a piece is at no place
        if "place" in columns:
            stands = rows_of(places, seen["pieces"][:, :, columns.index("place")])
        pieces = self.piece(torch.cat([pieces, stands], 2))
        mine = (seen["pieces"][:, :, columns.index("mine")] > 0).float().unsqueeze(2)
        kind = nn.functional.one_hot(seen["globals"][:, 0].long(), len(self.layout.kinds)).float()
        armies = [(pieces * side).mean(1) for side in (mine, 1 - mine)]
        situation = self.situation(torch.cat([facts, kind, *armies], 1))
        which, number = seen["action_mask"].nonzero(as_tuple=True)
        rows = seen["options"][which, number]
        actor, target = (row_of(pieces, which, rows[:, column]) for column in (PIECE, TARGET))
        place = row_of(places, which, rows[:, PLACE])
        verb = self.verbs(rows[:, VERB].long())
        score = self.score(torch.cat([verb, squeezed(rows), actor, target, place, situation[which]], 1))
        scores = torch.full(seen["action_mask"].shape, -1e8)
        scores[which, number] = score[:, 0]
        return scores, self.value(situation)

    def forward(
        self, obs: Any, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        scores, values = self.judged(obs)
        spread = self.spread(scores, action_masks)
        actions = spread.get_actions(deterministic=deterministic)
        return actions, values, spread.log_prob(actions)

    def evaluate_actions(self, obs: Any, actions: Tensor, action_masks: Any = None) -> tuple[Tensor, Tensor, Tensor]:
        scores, values = self.judged(obs)
        spread = self.spread(scores, action_masks)
        return values, spread.log_prob(actions), spread.entropy()

    def get_distribution(self, obs: Any, action_masks: Any = None) -> Any:
        return self.spread(self.judged(obs)[0], action_masks)

    def predict_values(self, obs: Any) -> Tensor:
        return self.judged(obs)[1]

    def spread(self, scores: Tensor, masks: Any) -> Any:
        found = self.action_dist.proba_distribution(action_logits=scores)
        if masks is not None:
            found.apply_masking(masks)
        return found


def squeezed(numbers: Tensor) -> Tensor:
    """Rows and counts without very large numbers."""
    return torch.sign(numbers) * torch.log1p(torch.abs(numbers))


def rows_of(rows: Tensor, numbers: Tensor) -> Tensor:
    """The rows with these numbers, which count from 1; nothing but 0 where it is 0."""
    place = numbers.long().unsqueeze(2)
    return rows.gather(1, (place - 1).clamp(min=0).expand(-1, -1, rows.shape[2])) * (place > 0)


def row_of(rows: Tensor, which: Tensor, number: Tensor) -> Tensor:
    """The row with this number, which counts from 1; nothing but 0 where it is 0."""
    place = number.long()
    return rows[which, (place - 1).clamp(min=0)] * (place > 0).unsqueeze(1)


# Training ------------------------------------------------------------------------------------------


class Curve(BaseCallback):
    """Every so many steps: how often it wins against `random`. What was learned so far is saved."""

    def __init__(self, scenario: str, seats: tuple[str, ...], file: Path, every: int, games: int) -> None:
        super().__init__()
        self.scenario, self.seats, self.file = scenario, seats, file
        self.every, self.games, self.next = every, games, 0
        self.spent = 0.0  # seconds of earlier runs that this one goes on from

    def _on_step(self) -> bool:
        if self.num_timesteps >= self.next:
            self.next += self.every
            self.measure()
        return True

    def _on_training_start(self) -> None:
        known = self.file.with_suffix(".csv")
        if self.num_timesteps:
            with known.open(newline="") as file:
                self.spent = float(list(csv.DictReader(file))[-1]["processor seconds"])
            self.next = self.num_timesteps + self.every
            return
        with known.open("w", newline="") as file:
            csv.writer(file).writerow(["steps", "processor seconds", "seat", "games", "share"])

    def measure(self) -> None:
        spent = self.spent + time.process_time()
        for seat in self.seats:
            share = winning(self.model, self.scenario, seat, self.games)
            with self.file.with_suffix(".csv").open("a", newline="") as file:
                csv.writer(file).writerow([self.num_timesteps, round(spent, 1), seat, self.games, round(share, 4)])
            print(f"{self.num_timesteps:8} steps {spent:6.0f} s  {seat}: {share:.0%} against random", flush=True)
        self.model.save(self.file)

    def _on_training_end(self) -> None:
        self.measure()


def winning(model: Any, scenario: str, seat: str, games: int, first: int = FIRST_SEED) -> float:
    """The share of battles it wins against `random`; a draw is half a win. All are played side by side."""
    playing = [gym_env(scenario, seat, "random") for _ in range(games)]
    seen = {number: env.reset(seed=first + number)[0] for number, env in enumerate(playing)}
    points = 0.0
    while seen:
        stacked = {key: np.stack([each[key] for each in seen.values()]) for key in next(iter(seen.values()))}
        actions, _ = model.predict(stacked, action_masks=stacked["action_mask"].astype(bool))
        for number, action in zip(list(seen), actions, strict=True):
            seen[number], _, over, cut_off, _ = playing[number].step(int(action))
            if over or cut_off:
                points += (playing[number].stage.outcome(seat) + 1) / 2
                del seen[number]
    return points / games


def pace(left: float) -> float:
    """How far the weights move in a step: ever less, from 1e-3 down to 1e-4. `left` goes from 1 to 0."""
    return 1e-4 + 9e-4 * left


def folder() -> Path:
    return Path(os.environ.get("SANDTABLE_LEARNED", "."))


def train(scenario: str, seat: str, steps: int, every: int, games: int, seed: int, go_on: bool = False) -> None:
    """One seat against `random`, or all with one set of weights: every number is told from the seat's own side."""
    torch.set_num_threads(1)
    stage = gym_env(scenario).stage
    seats = (seat,) if seat else stage.seats

    def maker(seat: str) -> Callable[[], Any]:
        return lambda: gym_env(scenario, seat, "random", shaping=0.5, discount=DISCOUNT)

    environments = DummyVecEnv([maker(seats[number % len(seats)]) for number in range(ENVIRONMENTS)])
    model = MaskablePPO(
        Scores, environments, policy_kwargs={"layout": stage.layout}, n_steps=MOVES, batch_size=512, n_epochs=4,
        learning_rate=pace, gamma=DISCOUNT, gae_lambda=0.95, ent_coef=0.005, seed=seed,
    )  # fmt: skip
    file = folder() / f"{scenario.rpartition('/')[2]}.zip"
    if go_on:
        model = load(scenario, stage.layout, environments)
    model.digest = stage.layout.digest
    model.learn(steps, Curve(scenario, seats, file, every, games), reset_num_timesteps=not go_on)
    print(f"{file} is ready, after {time.process_time():.0f} seconds of processor time.")


def measure(scenario: str, seat: str, games: int) -> None:
    """How often what was learned wins against `random` in battles that it has never seen."""
    torch.set_num_threads(1)
    stage = gym_env(scenario).stage
    model = load(scenario, stage.layout)
    for each in (seat,) if seat else stage.seats:
        share = winning(model, scenario, each, games, FRESH_SEED)
        print(f"{each}: {share:.1%} of {games} battles against random", flush=True)


# Playing -------------------------------------------------------------------------------------------


class Learned(Bot):
    """Plays what was learned for the scenario. It sees the arrays of its own seat and nothing else."""

    name = "learned"

    def __init__(self, seed: int | None = None) -> None:
        self.random = random.Random(seed)
        self.model: Any = None
        self.encoder: Encoder[Any] | None = None

    def choose(self, seat: Seat) -> Choice:
        options = seat.options()
        if len(options) == 1:
            return options[0]
        game = seat.fork(0)  # what the seat cannot see is dealt anew, and no number of the arrays hangs on it
        if self.encoder is None:
            self.encoder = encoder_for(seat.system, game.battle)
            self.model = load(seat.scenario, self.encoder.layout)
            torch.set_num_threads(1)
        seen: dict[str, Any] = dict(self.encoder.encode(game, seat.name))
        seen["options"] = self.encoder.encode_options(game.battle, seat.decision, options)
        seen["action_mask"] = np.arange(len(seen["options"])) < len(options)
        with torch.no_grad():
            scores, _ = self.model.policy.judged({key: torch.as_tensor(each)[None] for key, each in seen.items()})
        chances = torch.softmax(scores[0, : len(options)].double(), 0).tolist()
        return self.random.choices(options, chances)[0]


def load(scenario: str, layout: Layout, environments: Any = None) -> Any:
    """What was learned for a scenario; refused with a sentence if it was learned on other arrays."""
    file = folder() / f"{scenario.rpartition('/')[2]}.zip"
    if not file.is_file():
        raise ValueError(f"There is no {file}: train it with `python examples/ppo.py {scenario}`.")
    model = MaskablePPO.load(file, environments, device="cpu")
    layout.require(model.digest)
    return model


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("scenario")
    arguments.add_argument(
        "--seat", default="", help="the seat that learns; all with one set of weights if not given"
    )
    arguments.add_argument("--steps", type=int, default=200_000)
    arguments.add_argument("--every", type=int, default=20_000, help="steps between two points of the curve")
    arguments.add_argument("--games", type=int, default=50, help="battles for each seat and point")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument(
        "--go-on", action="store_true", help="with what was learned before, for so many more steps"
    )
    arguments.add_argument(
        "--measure",
        type=int,
        metavar="N",
        help="do not train: play N fresh battles for each seat with what was learned",
    )
    wanted = arguments.parse_args()
    if wanted.measure:
        measure(wanted.scenario, wanted.seat, wanted.measure)
        raise SystemExit
    train(wanted.scenario, wanted.seat, wanted.steps, wanted.every, wanted.games, wanted.seed, wanted.go_on)
