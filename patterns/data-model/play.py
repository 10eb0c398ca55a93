store()

def show(answer):
    for name, value in answer.http_response.json().items():
        if not name.startswith("odata."):
            print(name, value)

names = ["Volts", "Floor", "Counter", "Installed", "Owner", "Seal"]
devices.get_entity("hamburg", "panel-19", select=names, raw_response_hook=show)

# Output:
# Volts 12.0
# Floor 3
# Counter@odata.type Edm.Int64
# Counter 9000000000
# Installed@odata.type Edm.DateTime
# Installed 2025-10-06T08:00:00Z
# Owner@odata.type Edm.Guid
# Owner a455c695-df98-5678-aaaa-81d3367e5a34
# Seal@odata.type Edm.Binary
# Seal 3q0=
