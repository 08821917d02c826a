# SPDX-License-Identifier: Apache-2.0
"""The Python interface of an emulated switch's updater."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..'))
import device  # noqa: E402
import gcu  # noqa: E402
import gcu_models  # noqa: E402
import sonic  # noqa: E402


class ConfigWrapper:
    def get_config_db_as_json(self):
        with device.state(sonic.initial) as state:
            return state['running']

    def crop_tables_without_yang(self, config_db_as_json):
        return {table: rows for table, rows in config_db_as_json.items() if table not in device.control().get('no_model', [])}

    def validate_config_db_config(self, config_db_as_json):
        if device.control().get('broken_models'):
            raise ImportError(device.control()['broken_models'])
        wrong = device.control().get('invalid') or gcu_models.check(self.get_config_db_as_json(), config_db_as_json)
        return not wrong, wrong

    def validate_field_operation(self, old_config, target_config):
        if device.control().get('old_updater'):
            raise AttributeError('validate_field_operation')
        gcu.validate(old_config, target_config)
